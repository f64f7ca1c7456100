# Tells Beside who is signed in at your site, with Ruby and Rack; in Rails: mount it, or take its methods into a controller.
# Run it: BESIDE_IDENTIFY_SECRET=idsec_… rackup --host 0.0.0.0 --port ${PORT:-4011}
require "json"
require "openssl"

SECRET = ENV.fetch("BESIDE_IDENTIFY_SECRET", "")
abort "Set BESIDE_IDENTIFY_SECRET to the identify secret." if SECRET.empty?

def encoded(data)
  [data].pack("m0").tr("+/", "-_").delete("=")
end

# A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out.
def beside_token(user)
  claims = { sub: user[:id], name: user[:name], email: user[:email], exp: Time.now.to_i + 3600 }
  signed = "#{encoded(JSON.generate({ alg: "HS256", typ: "JWT" }))}.#{encoded(JSON.generate(claims))}"
  "#{signed}.#{encoded(OpenSSL::HMAC.digest("SHA256", SECRET, signed))}"
end

# Take the person from your own session, never from what the browser sends.
def signed_in_user(_env)
  { id: "user_8841", name: "Ada Okafor", email: "ada@example.com" }
end

run lambda { |env|
  user = signed_in_user(env)
  body = JSON.generate({ token: user && beside_token(user) })
  [200, { "content-type" => "application/json", "cache-control" => "no-store" }, [body]]
}
