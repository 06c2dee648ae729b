package transport

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
)

// minToken is the least length of a token in bytes: 16 characters that somebody
// drew at random cannot be guessed over a network.
const minToken = 16

const (
	tokenHeader = "authorization"
	tokenScheme = "Bearer "
)

// tokens are the lines of a token file.
type tokens struct {
	first  string
	hashes [][sha256.Size]byte
}

// readTokens reads a token file.
func readTokens(file string) (tokens, error) {
	if err := checkSecret("token file", file); err != nil {
		return tokens{}, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return tokens{}, fmt.Errorf("token file: %w", err)
	}
	var t tokens
	for i, line := range strings.Split(string(text), "\n") {
		token := strings.TrimSpace(line)
		if token == "" {
			continue
		}
		if len(token) < minToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return tokens{}, fmt.Errorf("token file %s, line %d: a token is %d printable ASCII characters or more, without blanks", file, i+1, minToken)
		}
		if t.first == "" {
			t.first = token
		}
		t.hashes = append(t.hashes, sha256.Sum256([]byte(token)))
	}
	if t.first == "" {
		return tokens{}, fmt.Errorf("token file %s is empty: write a token into it, such as `openssl rand -hex 32` makes", file)
	}
	return t, nil
}

// watchTokens reads a token file, again whenever it changes.
func watchTokens(file string, log *slog.Logger) (*watched[tokens], error) {
	return watch("token file", log, func() (tokens, error) { return readTokens(file) }, file)
}

// has reports whether token is one of t. The time that it takes tells nothing of
// them: digests of equal length are compared, and all of them.
func (t tokens) has(token string) bool {
	hash := sha256.Sum256([]byte(token))
	found := 0
	for i := range t.hashes {
		found |= subtle.ConstantTimeCompare(hash[:], t.hashes[i][:])
	}
	return found == 1
}

// bearer sends a token with each call of a client.
type bearer struct {
	tokens    *watched[tokens]
	plaintext bool // the connection is in the clear, which is fine
}

// GetRequestMetadata returns the header with the token.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{tokenHeader: tokenScheme + b.tokens.get().first}, nil
}

// RequireTransportSecurity makes gRPC itself refuse to send the token in the
// clear.
func (b bearer) RequireTransportSecurity() bool { return !b.plaintext }

// errToken is what a caller without the right token is told: not whether it was
// missing, old or wrong.
var errToken = errors.New("the token is missing or wrong: both sides need the same line in their token files")
