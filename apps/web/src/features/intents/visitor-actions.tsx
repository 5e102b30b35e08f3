import type { SpotCard } from '@nollie/contract'
import { Bookmark, Heart, MessageCircle, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { SignInSheet } from './sign-in-sheet.tsx'
import type { Intent } from './intent-store.ts'
import styles from './intents.module.css'

/** A visitor's actions at a spot. Each one asks the visitor to sign in, and then runs. */
export function VisitorActions({ spot }: { spot: SpotCard }) {
  const [chosenAction, setChosenAction] = useState<Intent['kind'] | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (kind: Intent['kind']) => () => {
    setChosenAction(kind)
    setOpen(true)
  }
  return (
    <>
      <div className={styles.visitorActions} role="group" aria-label={m.intents_actions()}>
        {spot.cover_item && (
          <>
            <button type="button" onClick={ask('like')}>
              <Heart size={22} aria-hidden="true" />
              {m.intents_like()}
            </button>
            <button type="button" onClick={ask('comment')}>
              <MessageCircle size={22} aria-hidden="true" />
              {m.intents_comment()}
            </button>
          </>
        )}
        <button type="button" onClick={ask('save')}>
          <Bookmark size={22} aria-hidden="true" />
          {m.intents_save()}
        </button>
        {/* Imported spots have no creator. */}
        {!spot.source && (
          <button type="button" onClick={ask('follow')}>
            <UserPlus size={22} aria-hidden="true" />
            {m.intents_follow()}
          </button>
        )}
      </div>
      {chosenAction && (
        <SignInSheet key={chosenAction} kind={chosenAction} spot={spot} open={open} onOpenChange={setOpen} />
      )}
    </>
  )
}
