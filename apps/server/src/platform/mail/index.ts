export type { Letter } from './letter.ts'
export { type Mail, type Mailer, makeMailer } from './mailer.ts'
export { Outbox } from './outbox.ts'
export { mayShowOutbox, outboxRoutes } from './outbox.routes.ts'
