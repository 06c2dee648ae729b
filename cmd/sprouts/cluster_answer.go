package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/game"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// question is a position that a coordinator was started to decide.
type question struct {
	text     string
	position asked
	nimber   bool // else who wins
	run      *runReport
}

// parseQuestions reads the arguments of `sprouts coordinator`.
func parseQuestions(g *GlobalOptions, args []string) ([]*question, error) {
	if len(args) == 0 {
		return nil, nil
	}
	var questions []*question
	form := newForm(g.Game)
	for _, text := range args[1:] {
		p, err := form.parse(text)
		if err != nil {
			return nil, err
		}
		questions = append(questions, &question{text: text, position: p, nimber: args[0] == "nimber", run: unborn()})
	}
	return questions, nil
}

// unborn is the run of a question that is not submitted yet.
func unborn() *runReport { return &runReport{State: "queued", Outcome: game.Unknown.String()} }

// answer submits the questions and prints the answers in their order. Without
// questions it waits until ctx ends.
func (s *site) answer(ctx context.Context, questions []*question) error {
	if len(questions) == 0 {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	if err := s.clear(ctx, questions); err != nil {
		return s.giveUp(ctx, questions, questions[0], err)
	}
	for _, q := range questions {
		if err := s.submit(ctx, q); err != nil {
			return s.giveUp(ctx, questions, q, err)
		}
	}
	for _, q := range questions {
		err := awaitRun(ctx, s.admin, q.run, func() {})
		if err == nil {
			err = q.run.end()
		}
		if err != nil {
			return s.giveUp(ctx, questions, q, err)
		}
		r, err := s.report(ctx, q)
		if err != nil {
			return err
		}
		if err := s.show(q, r, len(questions) > 1); err != nil {
			return err
		}
	}
	return s.explain(ctx, s.dismiss(ctx))
}

// clear looks for runs that an earlier command has left open: workers would serve
// them first, perhaps for days. It ends them if that was asked for.
func (s *site) clear(ctx context.Context, questions []*question) error {
	m, err := s.admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{})
	if err != nil {
		return err
	}
	for _, run := range m.GetRuns() {
		r := newRunReport(run)
		if r.ended() || slices.ContainsFunc(questions, func(q *question) bool { return q.asks(s.g.Game, r) }) {
			continue
		}
		if !s.opts.CancelOthers {
			return usagef("the store has open run %d, %s %s, which would come first; start the coordinator without positions, "+
				"name that one too, or end it with --cancel-others", r.Run, r.Goal, r.Input)
		}
		if _, err := s.admin.CancelRun(ctx, &sproutsv1.CancelRunRequest{Run: r.Run}); err != nil {
			return err
		}
	}
	return nil
}

// asks reports whether a run is about the question.
func (q *question) asks(g game.Game, r *runReport) bool {
	p, err := g.Parse(r.Input)
	return err == nil && p.Key() == q.position.Key() && (r.Goal == "nimber") == q.nimber
}

// giveUp says why there will be no answer. Of a single question that was worked on it
// shows how far the work got.
func (s *site) giveUp(ctx context.Context, questions []*question, q *question, why error) error {
	why = s.explain(ctx, why)
	if len(questions) > 1 || isType[*usageError](why) {
		return why
	}
	ctx = context.WithoutCancel(ctx)
	s.refresh(ctx, q)
	r, err := s.report(ctx, q)
	if err != nil {
		return errors.Join(why, err)
	}
	return errors.Join(s.show(q, r, false), why)
}

// show prints one of several answers as a line, and a single one as a page.
func (s *site) show(q *question, r report, several bool) error {
	g := s.g
	if several {
		return g.printAnswer(q.text, r)
	}
	return g.print(r)
}

// submit submits a question, again while the coordinator cannot take it since its
// disk is full.
func (s *site) submit(ctx context.Context, q *question) error {
	goal := sproutsv1.Goal_GOAL_OUTCOME
	if q.nimber {
		goal = sproutsv1.Goal_GOAL_NIMBER
	}
	return each(ctx, awaitPeriod, func() (bool, error) {
		m, err := s.admin.Submit(ctx, &sproutsv1.SubmitRequest{Game: s.g.Game.Name(), Position: q.text, Goal: goal})
		if status.Code(err) == codes.ResourceExhausted {
			s.talk.log.Warn("waiting to submit", "position", q.text, "err", status.Convert(err).Message())
			return false, nil
		}
		if err != nil {
			return false, err
		}
		q.run = newRunReport(m.GetRun())
		return true, nil
	})
}

// refresh brings what is known of a run that was not waited for up to date.
func (s *site) refresh(ctx context.Context, q *question) {
	m, err := s.admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{Run: q.run.Run})
	if err != nil || q.run.Run == 0 || len(m.GetRuns()) == 0 {
		return // what was known before will do
	}
	q.run = newRunReport(m.GetRuns()[0])
}

// explain says what an error of a call in memory means. When the coordinator stops,
// the reason for that is what counts.
func (s *site) explain(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return s.g.explainCall(ctx, err)
}

// report is the answer as "sprouts nimber" or "sprouts solve" would print it. One
// that is not there yet says how far the work got.
func (s *site) report(ctx context.Context, q *question) (report, error) {
	if q.nimber {
		if q.run.Nimber == nil {
			return nil, nil
		}
		return &nimberReport{"sprouts.nimber.v1", q.text, playWord(s.g.Misere), game.Nimber(*q.run.Nimber)}, nil
	}
	form := newForm(s.g.Game)
	text, err := form.text(q.position)
	if err != nil {
		return nil, err
	}
	r := &solveReport{
		Schema: "sprouts.solve.v1", Input: q.text, Position: text, Play: playWord(s.g.Misere), Outcome: q.run.Outcome, Winning: []string{},
		AllMoves: q.run.Outcome == game.Loss.String(), Source: sourceCluster,
		Visits: q.run.Visits, Expansions: q.run.Expansions, Nimbers: q.run.Nimbers,
		Seconds: q.run.Seconds, Store: s.g.storeDir(),
	}
	if m, err := s.admin.GetStatus(context.WithoutCancel(ctx), &sproutsv1.GetStatusRequest{}); err == nil {
		r.Workers, r.Threads = int(m.GetWorkers()), int(m.GetThreads())
		r.Stored = m.GetCounters().GetNewNimbers() + m.GetCounters().GetNewExclusions()
	}
	if q.run.Jobs == 0 && q.run.Visits == 0 && q.run.ended() {
		r.Source = sourceStore
	}
	if r.Outcome == game.Win.String() {
		r.Winning, err = s.winningMove(form, q.position)
	}
	return r, err
}

// winningMove looks for a move that the facts know to win. There is one among them
// unless they come from a program that kept less.
func (s *site) winningMove(form *form, p asked) ([]string, error) {
	known := func(c game.Component) (game.Fact, error) { return cmp.Or(form.fact(c), s.facts.Lookup([]byte(c))), nil }
	for _, option := range form.options(p) {
		if o, err := decidedBy(option.Position, known); err != nil || o != game.Loss {
			continue
		}
		text, err := form.text(option)
		return []string{text}, err
	}
	return []string{}, nil
}
