import { LIMITS } from '@nollie/contract/limits'
import type { DecisionAction } from '@nollie/contract/moderation/moderation-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { storedText, useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, EmptyState, Form, Loaded, Textarea, toast, useForm } from '../../ui/index.ts'
import { decisionQuery } from './moderation-requests.ts'
import { kindLabel } from './kind-label.ts'
import { LoadingText } from './loading-text.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './moderation.module.css'

const DONE: Record<DecisionAction, (of: { subject: string }) => string> = {
  keep: m.moderation_mine_keep,
  hide: m.moderation_mine_hide,
  remove: m.moderation_mine_remove,
  warn: m.moderation_mine_warn,
  suspend: m.moderation_mine_suspend,
  settle: m.stewards_mine_settle,
  facts: m.stewards_mine_facts,
}

function AppealForm({ token, onSent }: { token: string; onSent: () => void }) {
  const name = `nollie.against.${token.slice(0, 22)}`
  const { values: text, change, forget } = useStoredValues({ name, read: storedText, inTab: true })
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => (text.trim() ? null : { text: m.moderation_mine_appeal_missing() }),
    send: async () => {
      await call('POST /api/appeals', { body: { token, words: text.trim() } })
      forget()
      toast({ kind: 'success', title: m.moderation_mine_sent(), description: m.moderation_mine_sent_text() })
      onSent()
    },
    explain: (error) => {
      if (!(error instanceof ApiError && error.code === 'CONFLICT'))
        return { title: m.moderation_mine_not_sent(), description: whyNot(error, m.moderation_try_later()) }
      // The appeal was already sent, possibly by an attempt whose response was lost. Show the stored appeal.
      forget()
      onSent()
      return null
    },
  })
  return (
    <Form className={styles.modDecide} noValidate aria-busy={busy} onSend={submit} refused={refused}>
      <Textarea
        label={m.moderation_mine_appeal_reason()}
        hint={m.moderation_mine_appeal_hint()}
        error={errors.text}
        rows={5}
        maxLength={LIMITS.reason_max}
        value={text}
        onChange={(event) => {
          typed()
          change(event.target.value)
        }}
      />
      <Button type="submit" variant="primary" busy={busy && m.moderation_mine_sending()}>
        {m.moderation_mine_send()}
      </Button>
    </Form>
  )
}

function TextBlock({ title, children }: { title: string; children: string }) {
  return (
    <section className={styles.modPart}>
      <h2 className={styles.modTitle}>{title}</h2>
      <blockquote className={styles.modText}>
        <bdi>{children}</bdi>
      </blockquote>
    </section>
  )
}

/**
 * Shows a decision to the person it affects, who can appeal once. They come from an emailed link, and may be signed
 * out.
 */
export function DecisionAboutMe({ token }: { token: string }) {
  const client = useQueryClient()
  const query = useQuery(decisionQuery(token))
  const { data, error } = query
  if (!data) {
    if (error instanceof ApiError && error.status === 400)
      return (
        <EmptyState art="notFound" title={m.moderation_mine_invalid()}>
          {m.moderation_mine_invalid_text()}
        </EmptyState>
      )
    const skeleton = <LoadingText label={m.moderation_mine_loading()} />
    return <Loaded query={query} failed={m.moderation_mine_failed()} skeleton={skeleton} />
  }
  const { kind, words, action, reason, was_reported, appeal } = data
  const subject = kindLabel(kind).toLowerCase()
  const isName = kind === 'crew' && action === 'hide'
  const done = isName ? m.crews_own_name_hidden() : DONE[action]({ subject })
  return (
    <div className={classes(styles.mod, styles.modMine)}>
      <p>{was_reported ? done : m.moderation_mine_deleted({ subject })}</p>
      {words && <TextBlock title={m.moderation_mine_text()}>{words}</TextBlock>}
      <TextBlock title={m.moderation_mine_reason()}>{reason}</TextBlock>
      {!appeal && (
        <AppealForm
          token={token}
          onSent={() => void client.invalidateQueries({ queryKey: moderationKeys.aboutMe })}
        />
      )}
      {appeal && <TextBlock title={m.moderation_mine_appeal()}>{appeal.words}</TextBlock>}
      {appeal && !appeal.answer && <p role="status">{m.moderation_mine_sent_text()}</p>}
      {appeal?.answer && <TextBlock title={m.moderation_mine_reply()}>{appeal.answer}</TextBlock>}
    </div>
  )
}
