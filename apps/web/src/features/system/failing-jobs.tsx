import type { FailingJob } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { agoText } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { systemKeys } from '../../lib/keys/system.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Time, toast, useForm } from '../../ui/index.ts'
import styles from './system.module.css'

function JobRow({ job }: { job: FailingJob }) {
  const client = useQueryClient()
  const { busy, submit: retry } = useForm({
    check: () => null,
    send: async () => {
      await call('POST /api/health/jobs/:job_id/retry', { params: { job_id: job.id } })
      toast({ kind: 'success', title: m.system_job_retried() })
      await client.invalidateQueries({ queryKey: systemKeys.health })
    },
    explain: (error) => ({
      title: m.system_job_not_retried(),
      description: whyNot(error, m.system_try_later()),
    }),
  })
  const isFinal = job.state === 'failed'
  return (
    <li className={styles.job}>
      <div className={styles.jobText}>
        <b>{job.kind}</b>
        <small>
          {isFinal ? m.system_job_failed({ count: job.tries }) : m.system_job_retrying({ count: job.tries })}
          {isFinal && (
            <>
              {' · '}
              <Time at={job.at}>{agoText(job.at)}</Time>
            </>
          )}
        </small>
        <span>{job.error ?? m.system_job_no_error()}</span>
      </div>
      <Button
        size="sm"
        variant="line"
        busy={busy && m.system_job_retry_busy()}
        aria-label={m.system_job_retry_label({ kind: job.kind })}
        onClick={retry}
      >
        {m.system_job_retry()}
      </Button>
    </li>
  )
}

/** Jobs that are failing, each with a retry button. */
export function FailingJobs({ jobs }: { jobs: readonly FailingJob[] }) {
  return (
    <section className={styles.part} aria-labelledby="failing-jobs">
      <h2 id="failing-jobs" className={styles.title}>
        {m.system_failing()}
      </h2>
      {jobs.length === 0 ? (
        <p className={styles.note}>{m.system_failing_none()}</p>
      ) : (
        <ul className={styles.jobs}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}
