<?php
// A receiver for Beside's action calls, with nothing but PHP 8. Put it where your web server runs PHP files,
// or try it: BESIDE_SECRET=whsec_… php -S 0.0.0.0:${PORT:-4010} receiver.php
declare(strict_types=1);

// Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes.
function is_genuine(string $raw, string $timestamp, string $signatures, string $secret): bool
{
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $wanted = 'sha256=' . hash_hmac('sha256', "$timestamp.$raw", $secret);
    // While the secret is rotated there are two signatures, and either is enough.
    foreach (explode(',', $signatures) as $given) {
        if (hash_equals($wanted, trim($given))) {
            return true;
        }
    }
    return false;
}

// X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
function act(array $call, string $delivery): array
{
    // contact is null for a person that your server never sent: match on the phone then.
    $customerId = $call['contact']['externalId'] ?? $call['customer']['phone'];
    switch ($call['action']) {
        case 'ping':
            return [200, new stdClass()];
        // Your buttons
        case 'retry_payment':
            // Retry payment: do the work here, and say what the agent should know.
            return [200, ['message' => "retry_payment arrived for $customerId."]];
        // End of your buttons
        default:
            return [400, ['message' => "There is no action {$call['action']} here."]];
    }
}

function receive(): array
{
    $secret = getenv('BESIDE_SECRET');
    if (!$secret) {
        return [500, ['message' => 'BESIDE_SECRET is not set.']];
    }
    $raw = file_get_contents('php://input');
    if (!is_genuine($raw, $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '', $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $secret)) {
        return [401, ['message' => 'The signature or its age is not right.']];
    }
    return act(json_decode($raw, true), $_SERVER['HTTP_X_SERVICE_DELIVERY'] ?? '');
}

[$status, $body] = receive();
http_response_code($status);
header('Content-Type: application/json');
echo json_encode($body);
