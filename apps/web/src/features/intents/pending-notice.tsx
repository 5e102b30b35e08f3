import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { dropIntent, type Intent, pendingIntent } from './intent-store.ts'
import { Notice } from '../../ui/notices/notice.tsx'

const TEXT: Record<Intent['kind'], (inputs: { name: string }) => string> = {
  like: m.intents_pending_like,
  comment: m.intents_pending_comment,
  save: m.intents_pending_save,
  follow: m.intents_pending_follow,
}

// The map needs no account, and the home screen needs no explanation.
const OPEN_OR_HOME: ReadonlySet<string> = new Set(['/dashboard', '/spots'])

function textFor(next: string): string | null {
  if (next === '/share-spot') return m.intents_pending_share()
  return OPEN_OR_HOME.has(next) ? null : m.intents_pending_page()
}

/** A notice above account forms that says what the visitor is signing in for. They can discard the intent. */
export function PendingNotice({ next }: { next: string }) {
  const [intent, setIntent] = useState(pendingIntent)
  const text = intent ? TEXT[intent.kind]({ name: intent.spot.name }) : textFor(next)
  if (!text) return null
  return (
    <Notice
      icon={<Hourglass size={24} aria-hidden="true" />}
      actions={
        intent && (
          <Button
            variant="line"
            size="sm"
            onClick={() => {
              dropIntent()
              setIntent(null)
            }}
          >
            {m.intents_dismiss()}
          </Button>
        )
      }
    >
      <p>{text}</p>
    </Notice>
  )
}
