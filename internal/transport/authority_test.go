package transport_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/internal/transport"
)

// authority signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// day is when and for how long things happen here.
const day = 24 * time.Hour

// newAuthority makes one that is in force from a day ago, for a year.
func newAuthority(t *testing.T, name string) authority {
	t.Helper()
	return signAuthority(t, name, time.Now().Add(-day), time.Now().Add(365*day))
}

func signAuthority(t *testing.T, name string, from, until time.Time) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: from, NotAfter: until,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return authority{cert, key}
}

// text returns the authority's certificate.
func (a authority) text() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}))
}

// sign writes a certificate for a host and its key over the files of o.
func (a authority) sign(t *testing.T, o transport.Options, host string, from, until time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: from, NotAfter: until,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	write(t, o.CertFile, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, o.KeyFile, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
}

// identity returns options with a certificate for a host, good for a month.
func (a authority) identity(t *testing.T, host string) transport.Options {
	t.Helper()
	dir := t.TempDir()
	o := transport.Options{CertFile: filepath.Join(dir, "cert.pem"), KeyFile: filepath.Join(dir, "key.pem")}
	a.sign(t, o, host, time.Now().Add(-day), time.Now().Add(30*day))
	return o
}

// file returns a file with the authority's certificate.
func (a authority) file(t *testing.T) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), "ca.pem"), a.text())
}
