package coordinator

// families is the table of what the core counts. Every label value is there from the
// start, so that no series begins in the middle of a graph.
var families = []family{
	gauge("sprouts_runs_open", "Runs that have not ended.", "", func(o *observation, set setter) { set(float64(o.Open)) }),
	counter("sprouts_runs_ended_total", "Runs that have ended, by how.", "state", func(o *observation, set setter) {
		for s := RunDecided; int(s) < RunStates; s++ {
			set(float64(o.Counters.RunsEnded[s]), s.String())
		}
	}),
	gauge("sprouts_root_proof_number", "Proof number at the root of the run that is worked on first, 0 if there is none.", "",
		func(o *observation, set setter) { set(float64(o.root.Proof)) }),
	gauge("sprouts_root_disproof_number", "Disproof number at the root of the run that is worked on first, 0 if there is none.", "",
		func(o *observation, set setter) { set(float64(o.root.Disproof)) }),
	gauge("sprouts_tree_nodes", "Nodes in the trees of all runs.", "", func(o *observation, set setter) { set(float64(o.Tree.Nodes)) }),
	gauge("sprouts_tree_bytes", "Memory that the trees of all runs take.", "", func(o *observation, set setter) { set(float64(o.Tree.Memory)) }),

	gauge("sprouts_jobs", "Jobs that are not over, by state; pending ones are leaves of trees that could be leased.", "state",
		func(o *observation, set setter) {
			set(float64(o.Jobs.Pending), "pending")
			set(float64(o.Jobs.Leased), "leased")
			set(float64(o.Jobs.Failing), "failing")
			set(float64(o.Jobs.Aside), "quarantined")
			set(float64(o.Jobs.Divided), "divided")
		}),
	counter("sprouts_jobs_created_total", "Couples that became jobs.", "", func(o *observation, set setter) { set(float64(o.Counters.JobsCreated)) }),
	counter("sprouts_jobs_completed_total", "Jobs that are over, by what became of them.", "outcome", func(o *observation, set setter) {
		set(float64(o.Counters.JobsDone), "decided")
		set(float64(o.Counters.JobsSplit), "split")
		set(float64(o.Counters.JobsReturned), "returned")
		set(float64(o.Counters.JobsDropped), "dropped")
	}),
	counter("sprouts_jobs_quarantined_total", "Couples that were set aside since workers failed on them.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Quarantined)) }),
	counter("sprouts_turns_total", "Times that a run went on with other settings of the search.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Turns)) }),

	gauge("sprouts_leases", "Leases that are held.", "", func(o *observation, set setter) { set(float64(o.Leases)) }),
	counter("sprouts_leases_granted_total", "Leases given to workers.", "", func(o *observation, set setter) { set(float64(o.Counters.Granted)) }),
	counter("sprouts_leases_ended_total", "Leases that have ended, by reason.", "reason", func(o *observation, set setter) {
		for r, n := range o.Counters.Ended {
			set(float64(n), EndReason(r).String())
		}
	}),
	counter("sprouts_late_reports_total", "Reports for leases that were not held any more.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Late)) }),
	gauge("sprouts_lease_waiters", "Workers that wait for a lease.", "", func(o *observation, set setter) { set(float64(o.waiting)) }),

	gauge("sprouts_workers", "Workers that are registered, by state.", "state", func(o *observation, set setter) {
		set(float64(o.Workers-o.draining), "active")
		set(float64(o.draining), "draining")
	}),
	gauge("sprouts_worker_threads", "Threads of all registered workers.", "", func(o *observation, set setter) { set(float64(o.Threads)) }),
	counter("sprouts_workers_registered_total", "Sessions that workers have begun.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Sessions)) }),
	counter("sprouts_workers_lost_total", "Sessions that ended since the worker was silent for too long.", "",
		func(o *observation, set setter) { set(float64(o.Counters.SessionsLost)) }),

	counter("sprouts_reported_visits_total", "Couples and sums that workers entered, as they report it.", "", func(o *observation, set setter) { set(float64(o.Counters.Visits)) }),
	counter("sprouts_reported_expansions_total", "Components that workers expanded, as they report it.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Expansions)) }),
	counter("sprouts_reported_nimbers_total", "Nimbers that workers proved, as they report it; equal ones of several workers count each time.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Nimbers)) }),
	counter("sprouts_facts_received_total", "Facts that workers sent, known ones included.", "",
		func(o *observation, set setter) { set(float64(o.Counters.FactsReceived)) }),
	counter("sprouts_facts_new_total", "Facts that said something new, by kind.", "kind", func(o *observation, set setter) {
		set(float64(o.Counters.NimbersNew), "nimber")
		set(float64(o.Counters.ExclusionsNew), "exclusion")
	}),
	gauge("sprouts_facts_least_visits", "Visits that an excluded nimber must have taken to be told, eight times those of a nimber.", "",
		func(o *observation, set setter) { set(float64(o.Least)) }),
	counter("sprouts_facts_derived_total", "New facts that the coordinator proved itself.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Derived)) }),
	counter("sprouts_nimber_conflicts_total", "Contradictions between proven results: any is a fault of some program or machine.", "",
		func(o *observation, set setter) { set(float64(o.Counters.Conflicts)) }),
	gauge("sprouts_checks_waiting", "Nimbers that wait to be checked by another worker.", "", func(o *observation, set setter) { set(float64(o.Checks)) }),
	counter("sprouts_results_verified_total", "Nimbers that another worker was to check, by result.", "result", func(o *observation, set setter) {
		set(float64(o.Counters.ChecksMatched), "match")
		set(float64(o.Counters.ChecksMismatched), "mismatch")
		set(float64(o.Counters.ChecksInconclusive), "inconclusive")
		set(float64(o.Counters.ChecksDropped), "dropped")
	}),

	gauge("sprouts_store_write_queue_entries", "Facts that wait for the disk.", "", func(o *observation, set setter) { set(float64(o.queue)) }),
	gauge("sprouts_store_free_bytes", "Disk space that the store may still use.", "", func(o *observation, set setter) {
		if o.free >= 0 {
			set(float64(o.free))
		}
	}),
	gauge("sprouts_store_read_only", "1 while the disk is full, so that no work is given out and no facts are taken.", "",
		func(o *observation, set setter) { set(flag(o.readOnly)) }),
	counter("sprouts_journal_tree_records_lost_total", "Records of trees that could not be read at the start.", "",
		func(o *observation, set setter) { set(float64(o.Counters.TreeRecordsLost)) }),
	gauge("sprouts_last_progress_timestamp_seconds", "When a worker last told something new.", "", func(o *observation, set setter) {
		set(float64(o.now.Add(-o.Idle).UnixMilli()) / 1000)
	}),
	gauge("sprouts_epoch", "How often the coordinator was started on its store.", "", func(o *observation, set setter) { set(float64(o.Epoch)) }),
}

// setter takes a value of a family, with that of its label if it has one.
type setter = func(value float64, label ...string)

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
