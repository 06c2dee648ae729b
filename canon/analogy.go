package canon

// The analogy law: three isolated spots more in a region flip the lowest bit of
// the nimber, for 93 % of lands that are large enough. It holds for hints only.
const (
	// analogyKeep is how many isolated spots a region keeps before threes are
	// taken away: with fewer the law gets weaker (76 % for the smallest lands).
	analogyKeep = 1
	analogyStep = 3
)

// Analogy returns the key of the land's family: the land with the isolated spots
// of each region cut to analogyKeep + (k - analogyKeep) mod analogyStep, where
// there are more. The second result is the parity of the threes taken away:
// members of a family whose parities differ tend to have nimbers that differ in
// the lowest bit. The key belongs to the generator until its next call.
func (g *Generator) Analogy(land []byte) (family []byte, parity uint8) {
	if !hasMany(land) {
		return land, 0
	}
	f := &g.parent
	f.decode(land)
	start := int32(0)
	for i := range f.bounds {
		b := &f.bounds[i]
		if b.end == start+1 && f.verts[start] == spot3Lives && b.count >= analogyKeep+analogyStep {
			threes := (b.count - analogyKeep) / analogyStep
			b.count -= threes * analogyStep
			parity ^= uint8(threes & 1)
		}
		start = b.end
	}
	return g.canonize(f).at(0), parity
}

// hasMany reports whether some region may have enough isolated spots to lose
// three.
func hasMany(land []byte) bool {
	for i := 0; i+2 < len(land); i++ {
		if land[i] == byte(spot3Lives) && land[i+1] == codeRepeat && land[i+2] >= analogyKeep+analogyStep {
			return true
		}
	}
	return false
}
