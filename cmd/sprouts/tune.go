package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/search"
)

// tuningKeys are what `bench --tune` takes, with what it sets.
var tuningKeys = map[string]func(t *search.Tuning, value string) error{
	"estimate": func(t *search.Tuning, value string) error {
		for _, e := range []search.Estimate{search.EstimateRoot, search.EstimateProduct, search.EstimateMoves} {
			if e.String() == value {
				t.Estimate = e
				return nil
			}
		}
		return fmt.Errorf("write root, product or moves")
	},
	"sums": func(t *search.Tuning, value string) error {
		for _, r := range []search.SumRule{search.SumLeast, search.SumDisproof} {
			if r.String() == value {
				t.Sums = r
				return nil
			}
		}
		return fmt.Errorf("write least or disproof")
	},
	"hints": func(t *search.Tuning, value string) error {
		t.NoHints = value == "off"
		if value != "on" && value != "off" {
			return fmt.Errorf("write on or off")
		}
		return nil
	},
	"scale":      func(t *search.Tuning, value string) error { return setFloat(&t.EstimateScale, value) },
	"hint-proof": func(t *search.Tuning, value string) error { return setFloat(&t.HintProof, value) },
	"hint-loss":  func(t *search.Tuning, value string) error { return setFloat(&t.HintLoss, value) },
	"hint-win":   func(t *search.Tuning, value string) error { return setFloat(&t.HintWin, value) },
}

// parseTuning reads KEY=VALUE pairs. Without any it returns nil.
func parseTuning(pairs []string) (*search.Tuning, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	t := &search.Tuning{}
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		set, ok := tuningKeys[key]
		if !ok {
			var keys []string
			for k := range tuningKeys {
				keys = append(keys, k)
			}
			slices.Sort(keys)
			return t, usagef("bench: --tune %s: there is no %q to tune; there are %s", pair, key, strings.Join(keys, ", "))
		}
		if err := set(t, value); err != nil {
			return t, usagef("bench: --tune %s: %q does not fit; %v", pair, value, err)
		}
	}
	return t, nil
}

func setFloat(x *float64, value string) error {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || f <= 0 || f > 1e6 {
		return fmt.Errorf("write a number above 0 and at most 1000000")
	}
	*x = f
	return nil
}
