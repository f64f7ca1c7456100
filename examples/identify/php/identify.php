<?php
// Tells Beside who is signed in at your site, with nothing but PHP 8. Put it where your web server runs PHP files,
// or try it: BESIDE_IDENTIFY_SECRET=idsec_… php -S 0.0.0.0:${PORT:-4011} identify.php
declare(strict_types=1);

function encoded(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

// A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out.
function beside_token(array $user, string $secret): string
{
    $claims = ['sub' => $user['id'], 'name' => $user['name'], 'email' => $user['email'], 'exp' => time() + 3600];
    $signed = encoded(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . encoded(json_encode($claims));
    return $signed . '.' . encoded(hash_hmac('sha256', $signed, $secret, true));
}

// Take the person from your own session, never from what the browser sends.
function signed_in_user(): ?array
{
    return ['id' => 'user_8841', 'name' => 'Ada Okafor', 'email' => 'ada@example.com'];
}

$secret = getenv('BESIDE_IDENTIFY_SECRET');
$user = signed_in_user();
http_response_code($secret ? 200 : 500);
header('Content-Type: application/json');
header('Cache-Control: no-store');
echo json_encode($secret ? ['token' => $user ? beside_token($user, $secret) : null] : ['message' => 'BESIDE_IDENTIFY_SECRET is not set.']);
