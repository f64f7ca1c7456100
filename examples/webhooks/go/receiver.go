// A receiver for Beside's webhooks, with nothing but Go.
// Run it: BESIDE_WEBHOOK_SECRET=whsec_… PORT=4020 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type webhook struct {
	Type string `json:"type"`
	Data struct {
		UserID string `json:"userId"`
		ChatID string `json:"chatId"`
	} `json:"data"`
}

// Compares over the raw bytes, as Standard Webhooks describes it.
func isGenuine(key, raw []byte, id, timestamp, signatures string) bool {
	sentAt, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - sentAt
	if err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(raw)
	wanted := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While the secret is rotated there are two signatures, and either is enough.
	for _, given := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(given), wanted) {
			return true
		}
	}
	return false
}

// The same id may come twice. Keep the ids with your data instead, so that a restart forgets none.
var (
	lock sync.Mutex
	seen = map[string]bool{}
)

func take(w webhook) {
	log.Print(w.Type, " ", w.Data.UserID, w.Data.ChatID)
}

func receive(key []byte, r *http.Request) int {
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	id := r.Header.Get("webhook-id")
	if err != nil || !isGenuine(key, raw, id, r.Header.Get("webhook-timestamp"), r.Header.Get("webhook-signature")) {
		return 401
	}
	var w webhook
	if err := json.Unmarshal(raw, &w); err != nil {
		return 400
	}
	lock.Lock()
	defer lock.Unlock()
	if !seen[id] {
		take(w)
	}
	seen[id] = true
	// Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
	return 204
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("BESIDE_WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("Set BESIDE_WEBHOOK_SECRET to the secret of the endpoint.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4020"
	}
	http.HandleFunc("/beside/webhooks", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(receive(key, r))
	})
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
