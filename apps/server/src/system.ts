import { deleteOldKeys } from './db/idempotent.ts'
import { deleteOldRates } from './db/rate-counts.ts'
import { defineModule, type Services } from './module.ts'
import { media, type MediaModule } from './modules/media/index.ts'
import { type OutboxAccess, outboxRoutes } from './platform/mail/index.ts'
import { type ServerFacts, systemRoutes } from './system.routes.ts'

type SystemOptions = Omit<ServerFacts, 'videos'> & {
  /** Who may see mails that no mail server was there to send. */
  outboxAccess: OutboxAccess
}
type Needs = Pick<Services, 'db' | 'jobs'> & { media: MediaModule }

const open = ({ db, jobs, media }: Needs, { outboxAccess, ...facts }: SystemOptions) => ({
  facts: { ...facts, videos: media.takesVideos },
  access: outboxAccess,
  checks: {
    database: () =>
      db
        .selectFrom('schema_steps' as never)
        .limit(1)
        .execute(),
    queue: () => jobs.ready(),
    storage: () => media.check(),
  },
})

/** What no noun owns: health, what the server can do, the API's description, unsent mails, and the tables of `db`. */
export const system = defineModule({
  name: 'system',
  needs: ['db', 'jobs', 'outbox'],
  uses: { media },
  tables: {
    imported_rows: 'digests, so that a repeated import brings nothing twice and nothing back',
    schema_steps: 'what this database is',
    schema_lock: 'one row',
  },
  open,
  routes: [systemRoutes, outboxRoutes],
  cleanUps: [
    {
      name: 'old idempotency keys',
      everySeconds: 3600,
      removes: { idempotency_keys: 'after a day' },
      run: ({ db }) => deleteOldKeys(db),
    },
    {
      name: 'old rate counts',
      everySeconds: 3600,
      removes: { rate_counts: 'a day after their window' },
      run: ({ db }) => deleteOldRates(db),
    },
    {
      name: 'old mails of the outbox',
      everySeconds: 3600,
      removes: { 'outbox/': 'after thirty days, or with the account' },
      run: ({ outbox }) => outbox.forgetOld(),
    },
  ],
})
