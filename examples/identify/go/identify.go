// Tells Beside who is signed in at your site, with nothing but Go.
// Run it: BESIDE_IDENTIFY_SECRET=idsec_… PORT=4011 go run identify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

var secret = []byte(os.Getenv("BESIDE_IDENTIFY_SECRET"))

type user struct{ ID, Name, Email string }

func encoded(value any) string {
	data, _ := json.Marshal(value)
	return base64.RawURLEncoding.EncodeToString(data)
}

// A JWT (HS256) for an hour; at most 24. sub is your own id of the person, as in the API; name, email and phone may be left out.
func besideToken(u user) string {
	claims := map[string]any{"sub": u.ID, "name": u.Name, "email": u.Email, "exp": time.Now().Unix() + 3600}
	signed := encoded(map[string]string{"alg": "HS256", "typ": "JWT"}) + "." + encoded(claims)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Take the person from your own session, never from what the browser sends.
func signedInUser(_ *http.Request) *user {
	return &user{"user_8841", "Ada Okafor", "ada@example.com"}
}

func main() {
	if len(secret) == 0 {
		log.Fatal("Set BESIDE_IDENTIFY_SECRET to the identify secret.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4011"
	}
	http.HandleFunc("/beside/token", func(w http.ResponseWriter, r *http.Request) {
		body := map[string]any{"token": nil}
		if u := signedInUser(r); u != nil {
			body["token"] = besideToken(*u)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		json.NewEncoder(w).Encode(body)
	})
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
