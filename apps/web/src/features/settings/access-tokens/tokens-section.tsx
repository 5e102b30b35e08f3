import type { AccessToken } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { Button, LinkField, Spinner, toast } from '../../../ui/index.ts'
import { showError } from '../settings-errors.ts'
import { CardState, Row, Section } from '../section.tsx'
import { tokensQuery } from '../settings-requests.ts'
import type { MadeToken } from './token-form.tsx'
import { tokenFacts } from './token-text.ts'
import { RemovalQuestion } from '../removal-question.tsx'
import { useFormInPlace } from '../use-form-in-place.ts'
import styles from '../settings.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded on demand, because few people create tokens.
const TokenForm = lazyPart(async () => ({ default: (await import('./token-form.tsx')).TokenForm }))

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'NOT_FOUND'
}

function useRevoke({ id, name }: AccessToken, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/account/tokens/:token_id', { params: { token_id: id } }).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: () => {
      patchQuery(client, tokensQuery.queryKey, (all) => all.filter((one) => one.id !== id))
      toast({
        kind: 'success',
        title: m.settings_tokens_revoked(),
        description: m.settings_tokens_revoked_text({ name }),
      })
    },
    onError: (error) => showError(error, m.settings_tokens_revoke_failed()),
    onSettled: onDone,
  })
}

function TokenRow({ token }: { token: AccessToken }) {
  const [asking, setAsking] = useState(false)
  const revoke = useRevoke(token, () => setAsking(false))
  const { name } = token
  return (
    <li>
      <Row
        icon={<KeyRound className={styles.icon} aria-hidden="true" />}
        title={<bdi>{name}</bdi>}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={m.settings_tokens_revoke_label({ name })}
            onClick={() => setAsking(true)}
          >
            {m.settings_tokens_revoke()}
          </Button>
        }
      >
        {tokenFacts(token).map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </Row>
      <RemovalQuestion
        isAsking={asking}
        setAsking={setAsking}
        title={m.settings_tokens_revoke_title({ name })}
        confirm={m.settings_tokens_revoke()}
        removal={revoke}
      >
        {m.settings_tokens_revoke_text()}
      </RemovalQuestion>
    </li>
  )
}

function NewToken({ made: { name, token }, onDone }: { made: MadeToken; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => toast({ kind: 'success', title: m.settings_tokens_copied() }),
      () => toast({ kind: 'error', title: m.settings_tokens_copy_failed() }),
    )
  return (
    <div className={styles.form} role="status">
      <p>{m.settings_tokens_created_text({ name })}</p>
      <LinkField
        label={m.settings_tokens_created({ name })}
        link={token}
        action={
          <Button variant="ink" onClick={() => void copy()}>
            {m.settings_tokens_copy()}
          </Button>
        }
      />
      <Button onClick={onDone}>{m.settings_tokens_created_done()}</Button>
    </div>
  )
}

/** The person's access tokens, with buttons to create and revoke them. A new token is shown only once. */
export function TokensSection() {
  const client = useQueryClient()
  const query = useQuery(tokensQuery)
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const [made, setMade] = useState<MadeToken | null>(null)
  const tokens = query.data ?? []
  const onMade = (token: MadeToken) => {
    const { token: _, ...shown } = token
    patchQuery(client, tokensQuery.queryKey, (all) => [shown, ...all])
    setMade(token)
    close()
  }
  return (
    <Section id="tokens" title={m.settings_tokens()}>
      <p className={styles.text}>{m.settings_tokens_text()}</p>
      <CardState query={query} failed={m.settings_tokens_load_failed()}>
        {tokens.length > 0 && (
          <ul aria-label={m.settings_tokens()}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
        {made && <NewToken made={made} onDone={() => setMade(null)} />}
        {isOpen ? (
          <Suspense fallback={<Spinner />}>
            <TokenForm onCancel={close} onMade={onMade} />
          </Suspense>
        ) : (
          <div className={styles.foot}>
            <Button id={buttonId} onClick={open}>
              {m.settings_tokens_new()}
            </Button>
          </div>
        )}
      </CardState>
    </Section>
  )
}
