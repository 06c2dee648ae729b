package canon

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// scramble returns another way to write a position: names, orders, rotations and,
// region by region, the mirror image are drawn at random.
func scramble(r *rand.Rand, p plainPosition) plainPosition {
	var q plainPosition
	for _, l := range p.lands {
		names := renamer(r, upperNames, upperName)
		var land plainLand
		for _, region := range l {
			mirror := r.IntN(2) == 0
			var copied plainRegion
			for _, b := range region {
				copied = append(copied, scrambleBoundary(r, b, mirror, names))
			}
			shuffle(r, copied)
			land = append(land, copied)
		}
		shuffle(r, land)
		q.lands = append(q.lands, land)
	}
	shuffle(r, q.lands)
	return q
}

func shuffle[E any](r *rand.Rand, s []E) {
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}

func scrambleBoundary(r *rand.Rand, b plainBoundary, mirror bool, upper func(plainSpot) plainSpot) plainBoundary {
	lower := renamer(r, lowerNames, lowerName)
	var out plainBoundary
	for _, s := range b {
		switch {
		case !s.isLetter():
		case s.isUpper():
			s = upper(s)
		default:
			s = lower(s)
		}
		out = append(out, s)
	}
	if mirror {
		slices.Reverse(out)
	}
	k := r.IntN(len(out))
	return append(out[k:], out[:k]...)
}

// renamer gives each letter that it is asked for a random name of its own, seldom
// a numbered one.
func renamer(r *rand.Rand, plain int, name func(int) string) func(plainSpot) plainSpot {
	names := map[plainSpot]plainSpot{}
	taken := map[int]bool{}
	return func(s plainSpot) plainSpot {
		if names[s] == "" {
			n := r.IntN(plain)
			for taken[n] || r.IntN(20) == 0 {
				n = r.IntN(plain + 1000)
			}
			taken[n] = true
			names[s] = plainSpot(name(n))
		}
		return names[s]
	}
}

// addNoise returns a position with things in it that reduction takes away again:
// dead spots, regions without a move, letters that are not met twice, and letters
// of one boundary with the wrong case.
func addNoise(r *rand.Rand, p plainPosition) plainPosition {
	var q plainPosition
	for _, l := range p.lands {
		fresh := 5000
		name := func(n int) plainSpot { fresh++; return plainSpot(fmt.Sprintf("%c(%d)", "mn"[n], fresh)) }
		var land, dead plainLand
		for _, region := range l {
			var noisy plainRegion
			for _, b := range region {
				b = slices.Clone(b)
				for i := 0; i < len(b); i++ {
					if b[i] == "2" {
						switch once := name(1); r.IntN(5) {
						case 0: // met in a region without a move
							b[i] = once
							dead = append(dead, plainRegion{{once}})
						case 1: // met once
							b[i] = name(1)
						case 2: // met twice side by side
							b[i] = name(r.IntN(2))
							b = slices.Insert(b, i, b[i])
							i++
						}
						continue
					}
					if s := b[i]; s.isLetter() && !s.isUpper() && r.IntN(3) == 0 {
						b.rename(s, name(1))
					}
				}
				if r.IntN(5) == 0 {
					b = slices.Insert(b, r.IntN(len(b)+1), "3")
				}
				noisy = append(noisy, b)
			}
			if r.IntN(8) == 0 {
				noisy = append(noisy, plainBoundary{"3", "3"})
			}
			land = append(land, noisy)
		}
		if r.IntN(8) == 0 {
			dead = append(dead, plainRegion{{"2", "3"}}, plainRegion{{"3"}})
		}
		q.lands = append(q.lands, append(land, dead...))
	}
	return q
}

// write writes a position in a dialect drawn at random.
func write(r *rand.Rand, p plainPosition) string {
	switch r.IntN(3) {
	case 0:
		return p.String()
	case 1:
		return writeGLOP1(p)
	default:
		return writeCounts(r, p)
	}
}

// writeGLOP1 ends everything with its sign and knows no counts.
func writeGLOP1(p plainPosition) string {
	var s strings.Builder
	for _, l := range p.lands {
		for _, region := range l {
			for _, b := range region {
				s.WriteString(b.String() + ".")
			}
			s.WriteString("}")
		}
		s.WriteString("]")
	}
	return s.String() + "!"
}

// writeCounts writes equal boundaries one by one or with counts, split at random,
// and blanks here and there.
func writeCounts(r *rand.Rand, p plainPosition) string {
	var lands []string
	for _, l := range p.lands {
		var regions []string
		for _, region := range l {
			number := map[string]int{}
			var bounds []string
			for _, b := range region {
				if slices.ContainsFunc(b, func(s plainSpot) bool { return s.isLetter() && s.isUpper() }) {
					bounds = append(bounds, b.String())
				} else {
					number[b.String()]++
				}
			}
			for _, b := range slices.Sorted(maps.Keys(number)) {
				for n := number[b]; n > 0; {
					k := 1 + r.IntN(n)
					n -= k
					bounds = append(bounds, fmt.Sprintf("%s*%d", b, k))
				}
			}
			shuffle(r, bounds)
			regions = append(regions, strings.Join(bounds, []string{".", " . "}[r.IntN(2)]))
		}
		lands = append(lands, strings.Join(regions, []string{"|", ".|", "} "}[r.IntN(3)]))
	}
	return strings.Join(lands, []string{"+", " + ", "]"}[r.IntN(3)])
}
