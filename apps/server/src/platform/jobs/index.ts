export { type JobKind, jobKind, type JobRun } from './job-kind.ts'
export { Jobs, type JobsOptions } from './jobs.ts'
export { runInOneProcess } from './leader-lock.ts'
