# A receiver for Beside's action calls, with Ruby and Rack; in Rails: mount it, or take its methods into a controller.
# Run it: BESIDE_SECRET=whsec_… rackup --host 0.0.0.0 --port ${PORT:-4010}
require "json"
require "openssl"

SECRET = ENV.fetch("BESIDE_SECRET", "")
abort "Set BESIDE_SECRET to the signing secret." if SECRET.empty?

# Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes.
def genuine?(raw, timestamp, signatures)
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
  wanted = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", SECRET, "#{timestamp}.".b + raw)
  # While the secret is rotated there are two signatures, and either is enough.
  signatures.split(",").any? { |given| OpenSSL.secure_compare(given.strip, wanted) }
end

# X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
def act(call, delivery)
  # contact is nil for a person that your server never sent: match on the phone then.
  customer_id = call.dig("contact", "externalId") || call.dig("customer", "phone")
  case call["action"]
  when "ping"
    [200, {}]
  # Your buttons
  when "retry_payment"
    # Retry payment: do the work here, and say what the agent should know.
    [200, { message: "retry_payment arrived for #{customer_id}." }]
  # End of your buttons
  else
    [400, { message: "There is no action #{call["action"]} here." }]
  end
end

run lambda { |env|
  raw = env["rack.input"]&.read.to_s.b
  status, body =
    if genuine?(raw, env["HTTP_X_SERVICE_TIMESTAMP"].to_s, env["HTTP_X_SERVICE_SIGNATURE"].to_s)
      act(JSON.parse(raw), env["HTTP_X_SERVICE_DELIVERY"])
    else
      [401, { message: "The signature or its age is not right." }]
    end
  [status, { "content-type" => "application/json" }, [JSON.generate(body)]]
}
