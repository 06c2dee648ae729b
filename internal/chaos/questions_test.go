//go:build linux

package chaos_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// question is a position with the answer that others have published: n spots are worth
// 1 where n leaves 3, 4 or 5 by division by 6, otherwise 0 (Applegate, Jacobson and
// Sleator 1991; Lemoine and Viennot 2012, to 44 spots), and sums add without carry.
type question struct {
	text   string
	nimber bool // else who wins
	answer string
}

// batch are questions for one cluster, all of the same goal, a quarter of a million
// visits and more of one machine.
type batch struct {
	name      string
	questions []question
}

func outcome(text, answer string) question { return question{text, false, answer} }
func nimber(text, answer string) question  { return question{text, true, answer} }

// batches are what clusters solve in a storm.
var batches = []batch{
	{"starts", []question{outcome("20", "loss"), outcome("22", "win"), outcome("25", "loss"), outcome("23", "win")}},
	{"nimbers", []question{nimber("19", "0"), nimber("20", "0"), nimber("22", "1"), nimber("17", "1")}},
	{"sums", []question{outcome("18+16", "win"), outcome("17+15+13", "loss"), outcome("20+19", "loss"), outcome("22+*1", "loss")}},
}

// shortBatch takes some seconds.
var shortBatch = batch{"short", []question{outcome("18", "loss"), outcome("19", "loss"), outcome("16+15", "loss")}}

// asks are the arguments of "sprouts coordinator" that ask all questions of a batch.
func (b batch) asks() []string {
	verb := "solve"
	if b.questions[0].nimber {
		verb = "nimber"
	}
	args := []string{verb}
	for _, q := range b.questions {
		args = append(args, q.text)
	}
	return args
}

// printed is what "sprouts coordinator" prints in the end.
func (b batch) printed() string {
	var text strings.Builder
	for _, q := range b.questions {
		text.WriteString(q.text + "\t" + q.answer + "\n")
	}
	return text.String()
}

// check compares the answer of a run that has ended.
func (q question) check(t *testing.T, run *sproutsv1.Run) {
	t.Helper()
	require.Equal(t, sproutsv1.RunState_RUN_STATE_DECIDED, run.GetState(), "run %s of %s: %s", run.GetPosition(), run.GetGoal(), run.GetReason())
	answer := strings.ToLower(strings.TrimPrefix(run.GetOutcome().String(), "OUTCOME_"))
	if q.nimber {
		require.NotNil(t, run.Nimber)
		answer = string(rune('0' + run.GetNimber()))
	}
	require.Equal(t, q.answer, answer, q.text)
}
