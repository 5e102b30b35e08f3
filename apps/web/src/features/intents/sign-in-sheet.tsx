import type { SpotCard } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStoredInTab, readStoredInTab } from '../../lib/storage.ts'
import { go } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/forms/field.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { type Intent, storeIntent } from './intent-store.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './intents.module.css'

type Props = {
  kind: Intent['kind']
  spot: SpotCard
  open: boolean
  onOpenChange: (open: boolean) => void
}

const TITLE: Record<Intent['kind'], () => string> = {
  like: m.intents_like_title,
  comment: m.intents_comment_title,
  save: m.intents_save_title,
  follow: m.intents_follow_title,
}
const TEXT: Record<Intent['kind'], (inputs: { name: string }) => string> = {
  like: m.intents_like_text,
  comment: m.intents_comment_text,
  save: m.intents_save_text,
  follow: m.intents_follow_text,
}

// The visitor's text is stored in this tab while the sheet is closed.
function draftName({ id }: SpotCard) {
  return `nollie.visitor-comment.${id}`
}

function readDraft(spot: SpotCard): string {
  const text = readStoredInTab(draftName(spot))
  return typeof text === 'string' ? text : ''
}

function buildIntent(kind: Intent['kind'], { id, name, cover_item }: SpotCard, text: string): Intent | null {
  const spot = { id, name }
  if (kind === 'save' || kind === 'follow') return { kind, spot }
  if (!cover_item) return null
  return kind === 'like'
    ? { kind, spot, item: cover_item }
    : { kind, spot, item: cover_item, content: text, key: crypto.randomUUID() }
}

// Returns the path of the page that shows the result, either below the photo or at the spot.
function pathAfter(intent: Intent): string {
  return intent.kind === 'comment'
    ? `/spots/${intent.spot.id}?item=${intent.item.post_id}.${intent.item.media_index}&comments=1`
    : `/spots/${intent.spot.id}`
}

/** A sheet that explains why to sign in, stores the intent, and opens the sign-in screen. */
export function SignInSheet({ kind, spot, open, onOpenChange }: Props) {
  const [text, setText] = useState(() => readDraft(spot))
  const isReady = kind !== 'comment' || text.trim() !== ''
  const enter = (mode: 'sign-in' | 'sign-up') => {
    const intent = buildIntent(kind, spot, text.trim())
    if (!intent) return
    storeIntent(intent)
    if (kind === 'comment') writeStoredInTab(draftName(spot), null)
    const query = new URLSearchParams({ ...(mode === 'sign-up' && { mode }), next: pathAfter(intent) })
    go(`/auth?${query}`)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={TITLE[kind]()}
      actions={
        <>
          <Button variant="line" disabled={!isReady} onClick={() => enter('sign-in')}>
            {m.accounts_sign_in()}
          </Button>
          <Button variant="primary" disabled={!isReady} onClick={() => enter('sign-up')}>
            {m.accounts_sign_up()}
          </Button>
        </>
      }
    >
      <p className={classes(looks.sheetText, styles.signInText)}>{TEXT[kind]({ name: spot.name })}</p>
      {kind === 'comment' && (
        <Textarea
          label={m.intents_comment_label()}
          rows={3}
          dir="auto"
          maxLength={LIMITS.comment_max}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            writeStoredInTab(draftName(spot), event.target.value || null)
          }}
        />
      )}
    </Sheet>
  )
}
