import type { Post, PostAudience } from '@nollie/contract'
import { Suspense, useId, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { whyNot } from '../../../ui/error-text.ts'
import { Button, Chip, Sheet, toast, useForm } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import { CrewChoice } from '../../crews/index.ts'
import { publishPost, setPostAudience } from '../../posts/index.ts'
import styles from './post-audience-dialog.module.css'

const CHOICES: readonly [PostAudience, () => string, () => string][] = [
  ['everybody', m.audiences_members, m.feed_audience_everybody],
  ['mutuals', m.audiences_mutuals, m.feed_audience_mutuals],
  ['crew', m.audiences_crew, m.feed_audience_crew],
  ['only_me', m.audiences_only_me, m.feed_audience_only_me],
]

function useAudience(post: Post, onDone: () => void) {
  const [audience, setAudience] = useState<PostAudience>(post.audience)
  const [crew_id, setCrew] = useState<string | null>(post.crew?.id ?? null)
  const isForCrew = audience === 'crew'
  const form = useForm({
    check: () => (isForCrew && crew_id === null ? { crew_id: m.feed_audience_crew_missing() } : null),
    send: async () => {
      await setPostAudience(post.id, { audience, crew_id: isForCrew ? crew_id : null })
      toast({ kind: 'success', title: m.feed_audience_changed() })
      onDone()
    },
    explain: (error) => {
      if (error instanceof ApiError && error.code === 'POST_NOT_FOUND')
        publishPost({ kind: 'deleted', post_id: post.id, spot_id: post.spot_id })
      return { title: m.feed_error(), description: whyNot(error, m.feed_audience_failed()) }
    },
  })
  return { audience, setAudience, crew_id, setCrew, isForCrew, form }
}

/** The dialog for changing who can see a post without a spot. It's open while it's mounted. */
export function PostAudienceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const { audience, setAudience, crew_id, setCrew, isForCrew, form } = useAudience(post, () => setOpen(false))
  const chosen = CHOICES.find(([one]) => one === audience)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => form.busy || setOpen(next)}
      onClosed={onClose}
      title={m.feed_audience_title()}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={form.busy}>
            {m.shell_cancel()}
          </Button>
          <Button variant="primary" busy={form.busy && m.feed_saving()} onClick={form.submit}>
            {m.feed_save()}
          </Button>
        </>
      }
    >
      <div className={looks.field} role="group" aria-label={m.feed_audience_title()} aria-describedby={id}>
        <div className={styles.chips}>
          {CHOICES.map(([one, label]) => (
            <Chip key={one} pressed={one === audience} onClick={() => setAudience(one)}>
              {label()}
            </Chip>
          ))}
        </div>
        <p className={looks.fieldHint} id={id} role="status">
          {chosen?.[2]()}
        </p>
        {isForCrew && (
          <Suspense fallback={null}>
            <CrewChoice value={crew_id} error={form.errors.crew_id} onChoose={setCrew} />
          </Suspense>
        )}
      </div>
    </Sheet>
  )
}
