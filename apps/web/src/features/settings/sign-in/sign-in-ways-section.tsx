import type { Identity, Provider } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, KeyRound, Mail } from 'lucide-react'
import { Suspense, useState } from 'react'
import { agoText } from '../../../lib/text/ago-text.ts'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { getPerson } from '../../../lib/session.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, ConfirmDialog, toast, useForm } from '../../../ui/index.ts'
import { canMakePair, goToProvider, providersQuery } from '../../accounts/index.ts'
import { explainChange, withProof } from '../proofs/proof.ts'
import { CardState, Row, Section } from '../section.tsx'
import { identitiesQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded on demand, because few people have a wallet.
const LinkWalletButtons = lazyPart(() => import('./link-wallet-buttons.tsx'))
const PhoneRow = lazyPart(() => import('../phone-numbers/phone-row.tsx'))

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'IDENTITY_NOT_FOUND'
}

function useUnlink({ id, title }: Identity, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      // Close the confirmation before the re-authentication dialog opens.
      onDone()
      return withProof(() =>
        call('DELETE /api/account/identities/:identity_id', { params: { identity_id: id } }),
      ).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    },
    onSuccess: () => {
      patchQuery(client, identitiesQuery.queryKey, (all) => ({
        ...all,
        items: all.items.filter((one) => one.id !== id),
      }))
      toast({
        kind: 'success',
        title: m.settings_methods_unlinked(),
        description: m.settings_methods_unlinked_text({ title }),
      })
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_methods_unlink_failed())
      if (text) toast({ kind: 'error', ...text })
    },
  })
}

const CHAINS = { ethereum: 'Ethereum', solana: 'Solana' }

function IdentityRow({ identity }: { identity: Identity }) {
  const [asking, setAsking] = useState(false)
  const { chain, label, last_used_at } = identity
  const title = chain ? m.settings_methods_wallet({ chain: CHAINS[chain] }) : identity.title
  const unlink = useUnlink({ ...identity, title }, () => setAsking(false))
  return (
    <li>
      <Row
        icon={<Fingerprint className={styles.icon} aria-hidden="true" />}
        title={title}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={m.settings_methods_unlink_label({ title })}
            busy={unlink.isPending && m.shell_loading()}
            onClick={() => setAsking(true)}
          >
            {m.settings_methods_unlink()}
          </Button>
        }
      >
        {label && (
          <span className={styles.fact}>
            <bdi>{label}</bdi>
          </span>
        )}
        <span className={styles.fact}>{m.settings_methods_used({ when: agoText(last_used_at) })}</span>
      </Row>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.settings_methods_unlink_title({ title })}
        confirm={m.settings_methods_unlink()}
        onConfirm={() => unlink.mutate()}
      >
        {m.settings_methods_unlink_text()}
      </ConfirmDialog>
    </li>
  )
}

function LinkButton({ provider }: { provider: Provider }) {
  const { busy, submit } = useForm({
    send: () => withProof(() => goToProvider({ provider, next: null, links: true })),
    explain: (error) => explainChange(error, m.settings_methods_link_failed()),
  })
  return (
    <Button busy={busy && m.shell_loading()} onClick={submit}>
      {m.settings_methods_link({ title: provider.title })}
    </Button>
  )
}

function LinkButtons() {
  const { data } = useQuery({ ...providersQuery, enabled: canMakePair() })
  if (!data?.items.length && !data?.wallets.length) return null
  return (
    <div className={styles.foot}>
      {data.items.map((provider) => (
        <LinkButton key={provider.provider} provider={provider} />
      ))}
      {data.wallets.length > 0 && (
        <Suspense fallback={null}>
          <LinkWalletButtons chains={data.wallets} />
        </Suspense>
      )}
    </div>
  )
}

/** How the person can sign in: password, emailed code, and identities, which they can link and unlink here. */
export function SignInWaysSection() {
  const query = useQuery(identitiesQuery)
  const email = getPerson(useSession())?.email ?? ''
  const { items = [], has_password } = query.data ?? {}
  return (
    <Section id="ways" title={m.settings_methods()}>
      <CardState query={query} failed={m.settings_methods_load_failed()}>
        <ul aria-label={m.settings_methods()}>
          <li>
            <Row icon={<KeyRound className={styles.icon} aria-hidden="true" />} title={m.settings_password()}>
              {has_password ? m.settings_methods_password_on() : m.settings_methods_password_off()}
            </Row>
          </li>
          <li>
            <Row icon={<Mail className={styles.icon} aria-hidden="true" />} title={m.settings_methods_code()}>
              {m.settings_methods_code_text({ email })}
            </Row>
          </li>
          <Suspense fallback={null}>
            <PhoneRow />
          </Suspense>
          {items.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} />
          ))}
        </ul>
        <LinkButtons />
      </CardState>
    </Section>
  )
}
