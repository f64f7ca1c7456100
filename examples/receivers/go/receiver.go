// A receiver for Beside's action calls, with nothing but Go.
// Run it: BESIDE_SECRET=whsec_… PORT=4010 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var secret = []byte(os.Getenv("BESIDE_SECRET"))

type call struct {
	Action   string `json:"action"`
	Customer struct {
		Phone string `json:"phone"`
	} `json:"customer"`
	Contact *struct {
		ExternalID string `json:"externalId"`
	} `json:"contact"`
}

type reply struct {
	Message string `json:"message,omitempty"`
}

// Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes.
func isGenuine(raw []byte, timestamp, signatures string) bool {
	sentAt, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - sentAt
	if err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(timestamp + "."))
	mac.Write(raw)
	wanted := []byte("sha256=" + hex.EncodeToString(mac.Sum(nil)))
	// While the secret is rotated there are two signatures, and either is enough.
	for _, given := range strings.Split(signatures, ",") {
		if hmac.Equal([]byte(strings.TrimSpace(given)), wanted) {
			return true
		}
	}
	return false
}

// X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
func act(c call, delivery string) (int, reply) {
	// Contact is nil for a person that your server never sent: match on the phone then.
	customerID := c.Customer.Phone
	if c.Contact != nil {
		customerID = c.Contact.ExternalID
	}
	switch c.Action {
	case "ping":
		return 200, reply{}
	// Your buttons
	case "retry_payment":
		// Retry payment: do the work here, and say what the agent should know.
		return 200, reply{Message: "retry_payment arrived for " + customerID + "."}
	// End of your buttons
	default:
		return 400, reply{Message: "There is no action " + c.Action + " here."}
	}
}

func receive(r *http.Request) (int, reply) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil || !isGenuine(raw, r.Header.Get("X-Service-Timestamp"), r.Header.Get("X-Service-Signature")) {
		return 401, reply{Message: "The signature or its age is not right."}
	}
	var c call
	if err := json.Unmarshal(raw, &c); err != nil {
		return 400, reply{Message: "The body is not a call."}
	}
	return act(c, r.Header.Get("X-Service-Delivery"))
}

func main() {
	if len(secret) == 0 {
		log.Fatal("Set BESIDE_SECRET to the signing secret.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4010"
	}
	http.HandleFunc("/beside/actions", func(w http.ResponseWriter, r *http.Request) {
		status, body := receive(r)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body)
	})
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
