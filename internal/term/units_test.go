package term

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999",
	} {
		require.Equal(t, want, Count(n))
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 1 << 30: "1.0 GiB", 5 << 40: "5.0 TiB",
	} {
		require.Equal(t, want, Bytes(n))
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                             "0.00 s",
		123 * time.Millisecond:        "0.12 s",
		12345 * time.Millisecond:      "12.3 s",
		4*time.Minute + 5*time.Second: "4m05s",
		130 * time.Minute:             "2h10m",
		100 * time.Hour:               "100h00m",
	} {
		require.Equal(t, want, Duration(d))
	}
}

func TestRate(t *testing.T) {
	require.Equal(t, "5,000/s", Rate(10_000, 2*time.Second))
	require.Equal(t, "-", Rate(10_000, 0))
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"8GiB": 8 << 30, "8 GiB": 8 << 30, "8G": 8 << 30, "8gb": 8 << 30, "512MiB": 512 << 20,
		"1.5KiB": 1536, "2TiB": 2 << 40,
	} {
		got, err := ParseBytes(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "8", "GiB", "-1GiB", "0GiB", "8XiB", "infG", "nanG", "0x10G", "9999999999TiB"} {
		_, err := ParseBytes(text)
		require.ErrorContains(t, err, "is not a size", text)
	}
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "250000": 250_000, "250,000": 250_000, "2.5e5": 250_000, "250k": 250_000, "3M": 3_000_000,
		"1_000": 1000, "2g": 2_000_000_000,
	} {
		got, err := ParseCount(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "0", "-5", "many", "1e30", "0.5", "inf", "1GiB"} {
		_, err := ParseCount(text)
		require.ErrorContains(t, err, "is not a count", text)
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "10m": 10 * time.Minute, "1h30m": 90 * time.Minute, "250ms": 250 * time.Millisecond,
	} {
		got, err := ParseDuration(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "10", "0s", "-1m", "10x", "1 hour"} {
		_, err := ParseDuration(text)
		require.ErrorContains(t, err, "is not a time span", text)
	}
}
