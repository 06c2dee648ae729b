package term

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Count writes a number with a comma between each three digits: 1,234,567.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// byteUnits are the units that Bytes and ParseBytes know, largest first.
var byteUnits = []struct {
	name string
	size int64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
}

// Bytes writes a size in the largest unit of which there is at least one:
// 1.5 GiB, 512 B.
func Bytes(n int64) string {
	for _, u := range byteUnits {
		if n >= u.size {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(u.size), u.name)
		}
	}
	return fmt.Sprintf("%d B", n)
}

// Duration writes a time span with three digits: 0.12 s, 12.3 s, 4m05s, 2h10m.
func Duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	default:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
}

// Rate writes events per second as a count, and "-" if no time has passed.
func Rate(n int64, d time.Duration) string {
	if d <= 0 {
		return "-"
	}
	return Count(int64(float64(n)/d.Seconds())) + "/s"
}

// ParseDuration reads a positive time span such as 90s, 10m or 1h30m. The error
// says what would be right.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is not a time span; write for example 90s, 10m or 1h30m", text)
	}
	return d, nil
}

// ParseBytes reads a positive size such as 512MiB, 8GiB or 8G. Units are powers
// of 1024; a number without unit is refused, because it is more often a slip
// than a wish. The error says what would be right.
func ParseBytes(text string) (int64, error) {
	trimmed := strings.TrimSpace(text)
	for _, u := range byteUnits {
		for _, name := range []string{u.name, u.name[:1] + "B", u.name[:1]} {
			number, ok := cutSuffixFold(trimmed, name)
			if !ok {
				continue
			}
			if n, err := scaled(strings.TrimSpace(number), u.size); err == nil {
				return n, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a size; write a number and KiB, MiB, GiB or TiB, for example 8GiB", text)
}

// ParseCount reads a positive whole number such as 250000, 250,000, 2.5e5, 250k,
// 3M or 1G, where k, M and G are powers of 1000. The error says what would be
// right.
func ParseCount(text string) (int64, error) {
	number, factor := strings.NewReplacer(",", "", "_", "").Replace(strings.TrimSpace(text)), int64(1)
	for _, u := range []struct {
		name string
		size int64
	}{{"k", 1e3}, {"M", 1e6}, {"G", 1e9}} {
		if rest, ok := cutSuffixFold(number, u.name); ok {
			number, factor = rest, u.size
		}
	}
	if n, err := scaled(number, factor); err == nil {
		return n, nil
	}
	return 0, fmt.Errorf("%q is not a count; write for example 250000, 250k or 3M", text)
}

// cutSuffixFold cuts a suffix whatever its case.
func cutSuffixFold(s, suffix string) (string, bool) {
	cut := len(s) - len(suffix)
	if cut < 0 || !strings.EqualFold(s[cut:], suffix) {
		return s, false
	}
	return s[:cut], true
}

var errRange = errors.New("out of range")

// scaled reads a decimal number, multiplies it, and wants a whole result above
// zero.
func scaled(number string, factor int64) (int64, error) {
	if strings.ContainsAny(number, "xXpPnN") { // hexadecimal floats, "inf", "nan"
		return 0, errRange
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, err
	}
	x *= float64(factor)
	if x < 1 || x >= math.MaxInt64 {
		return 0, errRange
	}
	return int64(x), nil
}
