import type { CaseKind, DecisionAction } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import type { JobKind, JobRun } from '../../platform/jobs/index.ts'
import { type MailContent, mailJob, type Mailer } from '../../platform/mail/index.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'
import { findEmail, linkToken } from '../accounts/index.ts'
import { findDecision } from './appeals.queries.ts'
import { type DecidedCase, findDecided, findNoticeEmail } from './decision-mails.queries.ts'

/** An event that triggers an email. */
export type ModerationEvent =
  | { what: 'decided' | 'report_decided' | 'appeal_answered'; decision_id: string; user_id: string }
  | { what: 'notice_decided'; decision_id: string; report_id: string }
  | { what: 'suspended'; user_id: string; reason: string }
  | { what: 'let_in'; user_id: string }

/** Emails about decisions, suspensions, and appeals. */
export const MODERATION_MAIL: JobKind<ModerationEvent> = mailJob<ModerationEvent>('moderation-mail')

const SUBJECT_LABELS: Record<CaseKind, Sentence> = {
  spot: say`spot`,
  post: say`post`,
  comment: say`comment`,
  user: say`profile`,
  message: say`message`,
  discussion: say`discussion`,
  list: say`list`,
  bulletin: say`notice`,
  crew: say`crew name`,
  meetup: say`skate session`,
}

const CONSEQUENCES: Record<Exclude<DecisionAction, 'keep'>, (subject: Sentence) => Sentence> = {
  hide: (subject) => say`Your ${subject} was reported and has been hidden.`,
  remove: (subject) => say`Your ${subject} was reported and has been removed.`,
  warn: (subject) => say`Your ${subject} was reported. It can stay, but this is a warning.`,
  suspend: (subject) => say`Your ${subject} was reported and your account has been suspended.`,
  settle: () => say`A steward temporarily locked the status of your spot, so reports won’t change it.`,
  facts: () => say`A steward declined or undid your change to a spot’s details.`,
}

// Only the crew's name is hidden. Its owner has to choose another.
const NAME_HIDDEN = say`A crew name you chose was reported, and we’ve hidden it. The crew is called “Crew” until its owner chooses a new name on its page.`

function consequence(kind: CaseKind, action: Exclude<DecisionAction, 'keep'>): Sentence {
  return kind === 'crew' && action === 'hide' ? NAME_HIDDEN : CONSEQUENCES[action](SUBJECT_LABELS[kind])
}

// Decisions that only stewards make, without a report.
const STEWARDS: ReadonlySet<DecisionAction> = new Set(['settle', 'facts'])

const MAX_QUOTE = 300

function quote(words: string) {
  return `“${words.length > MAX_QUOTE ? `${words.slice(0, MAX_QUOTE)}…` : words}”`
}

function ownerMail(
  kind: CaseKind,
  { words, action, reason, was_reported }: DecidedCase & { action: Exclude<DecisionAction, 'keep'> },
  url: string,
): MailContent {
  return {
    subject: say`About your ${SUBJECT_LABELS[kind]} on Nollie`,
    title: STEWARDS.has(action) ? say`A steward made a decision` : say`A moderator made a decision`,
    paragraphs: [
      was_reported || STEWARDS.has(action)
        ? consequence(kind, action)
        : say`A moderator has removed your ${SUBJECT_LABELS[kind]}.`,
      ...(words ? [say`${quote(words)}`] : []),
      say`Reason: ${reason}`,
    ],
    action: { label: say`Appeal the decision`, url },
    footnote: say`If you think this is wrong, you can appeal once. You don’t have to be signed in.`,
  }
}

function appealMail(kind: CaseKind, outcome: 'upheld' | 'reversed', answer: string): MailContent {
  return {
    subject: say`Your appeal about your ${SUBJECT_LABELS[kind]} on Nollie`,
    title: outcome === 'upheld' ? say`The decision was upheld` : say`The decision was reversed`,
    paragraphs: [
      outcome === 'upheld'
        ? say`A moderator reviewed the decision and upheld it.`
        : say`A moderator reviewed the decision and reversed it. We’ve undone what could be undone.`,
      say`Reason: ${answer}`,
    ],
  }
}

const OUTCOME: Record<DecisionAction, Sentence> = {
  keep: say`We reviewed it and decided that it can stay.`,
  hide: say`We reviewed it and hid it.`,
  remove: say`We reviewed it and removed it.`,
  warn: say`We reviewed it and warned its author.`,
  suspend: say`We reviewed it and suspended its author.`,
  settle: say`We reviewed it and temporarily locked its status.`,
  facts: say`We reviewed its details.`,
}

function reporterMail(
  kind: CaseKind,
  { action, reason }: { action: DecisionAction; reason: string },
): MailContent {
  return {
    subject: say`The outcome of your report on Nollie`,
    title: say`Thanks for telling us`,
    paragraphs: [say`You reported a ${SUBJECT_LABELS[kind]}. ${OUTCOME[action]}`, say`Reason: ${reason}`],
    footnote: say`We never reveal who reported something.`,
  }
}

const STILL_ALLOWED = say`Sign in to read or download your data, or to delete your account.`

function suspendedMail(reason: string, url: string): MailContent {
  return {
    subject: say`Your Nollie account has been suspended`,
    title: say`Your account is suspended`,
    paragraphs: [
      say`A moderator has suspended your Nollie account. Your profile, posts, and everything else you wrote are hidden, and you can’t post or interact with others. Your spots stay on the map without your name.`,
      say`Reason: ${reason}`,
      STILL_ALLOWED,
    ],
    action: { label: say`Get my data`, url },
    footnote: say`You don’t have to be signed in to get your data.`,
  }
}

function unsuspendedMail(url: string): MailContent {
  return {
    subject: say`Welcome back to Nollie`,
    title: say`Your suspension has been lifted`,
    paragraphs: [say`Your Nollie account is no longer suspended. Everything is back where it was.`],
    action: { label: say`Sign in`, url },
  }
}

/**
 * Sends a moderation email unless the recipient has left. Throws if the mail server fails, so that the job is retried.
 */
export function moderationMails({
  db,
  mailer,
  publicUrl,
  secret,
}: {
  db: Db
  mailer: Mailer
  publicUrl: URL
  secret: string
}) {
  return async ({ id, data }: JobRun<ModerationEvent>): Promise<void> => {
    const isNotice = data.what === 'notice_decided'
    const to = isNotice ? await findNoticeEmail(db, data.report_id) : await findEmail(db, data.user_id)
    if (!to) return
    if (isNotice) {
      const decided = await findDecided(db, data.decision_id)
      if (decided) await mailer.send({ id, to, content: reporterMail(decided.kind, decided) })
      return
    }
    const ownData = new URL(`/my-data?token=${linkToken(secret, 'own-data', data.user_id)}`, publicUrl).href
    if (data.what === 'suspended')
      return mailer.send({ id, to, content: suspendedMail(data.reason, ownData) })
    if (data.what === 'let_in')
      return mailer.send({ id, to, content: unsuspendedMail(new URL('/auth', publicUrl).href) })
    const decided = await findDecided(db, data.decision_id)
    if (!decided) return
    const { kind, action } = decided
    if (data.what === 'report_decided') return mailer.send({ id, to, content: reporterMail(kind, decided) })
    if (data.what === 'appeal_answered') {
      const decision = await findDecision(db, data.decision_id)
      const { outcome, answer } = decision?.appeal ?? {}
      if (outcome && answer) await mailer.send({ id, to, content: appealMail(kind, outcome, answer) })
      return
    }
    const url = new URL('/appeal', publicUrl)
    url.searchParams.set('token', linkToken(secret, 'appeal', data.decision_id))
    if (action === 'keep') return
    const content = ownerMail(kind, { ...decided, action }, url.href)
    if (action === 'suspend')
      content.paragraphs.push(STILL_ALLOWED, say`You can get your data without signing in here: ${ownData}`)
    await mailer.send({ id, to, content })
  }
}
