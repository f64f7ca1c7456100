# A receiver for Beside's webhooks, with Ruby and Rack; in Rails: mount it, or take its methods into a controller.
# Run it: BESIDE_WEBHOOK_SECRET=whsec_… rackup --host 0.0.0.0 --port ${PORT:-4020}
require "json"
require "openssl"

SECRET = ENV.fetch("BESIDE_WEBHOOK_SECRET", "")
abort "Set BESIDE_WEBHOOK_SECRET to the secret of the endpoint." if SECRET.empty?
KEY = SECRET.delete_prefix("whsec_").unpack1("m")

# Compares over the raw bytes, as Standard Webhooks describes it.
def genuine?(raw, id, timestamp, signatures)
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
  wanted = "v1," + [OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.".b + raw)].pack("m0")
  # While the secret is rotated there are two signatures, and either is enough.
  signatures.split(" ").any? { |given| OpenSSL.secure_compare(given, wanted) }
end

# The same id may come twice. Keep the ids with your data instead, so that a restart forgets none.
SEEN = {}

def take(webhook)
  data = webhook["data"]
  warn "#{webhook["type"]} #{data["userId"] || data["chatId"]}"
end

run lambda { |env|
  raw = env["rack.input"]&.read.to_s.b
  id = env["HTTP_WEBHOOK_ID"].to_s
  if genuine?(raw, id, env["HTTP_WEBHOOK_TIMESTAMP"].to_s, env["HTTP_WEBHOOK_SIGNATURE"].to_s)
    take(JSON.parse(raw)) unless SEEN[id]
    SEEN[id] = true
    # Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
    [204, {}, []]
  else
    [401, {}, []]
  end
}
