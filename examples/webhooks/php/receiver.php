<?php
// A receiver for Beside's webhooks, with nothing but PHP 8. Put it where your web server runs PHP files,
// or try it: BESIDE_WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:${PORT:-4020} receiver.php
declare(strict_types=1);

// Compares over the raw bytes, as Standard Webhooks describes it.
function is_genuine(string $raw, string $id, string $timestamp, string $signatures, string $secret): bool
{
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$raw", $key, true));
    // While the secret is rotated there are two signatures, and either is enough.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}

// The same id may come twice. Keep the ids with your data instead: a folder of temporary files may be emptied.
function mark_of(string $id): string
{
    return sys_get_temp_dir() . '/beside-webhook-' . hash('sha256', $id);
}

function take(array $webhook): void
{
    $data = $webhook['data'];
    error_log($webhook['type'] . ' ' . ($data['userId'] ?? $data['chatId'] ?? ''));
}

function receive(): int
{
    $secret = getenv('BESIDE_WEBHOOK_SECRET');
    if (!$secret) {
        error_log('BESIDE_WEBHOOK_SECRET is not set.');
        return 500;
    }
    $raw = file_get_contents('php://input');
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    if (!is_genuine($raw, $id, $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '', $secret)) {
        return 401;
    }
    if (!file_exists(mark_of($id))) {
        take(json_decode($raw, true));
    }
    touch(mark_of($id));
    // Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
    return 204;
}

http_response_code(receive());
