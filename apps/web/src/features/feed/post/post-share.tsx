import type { Post } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ShareSheet } from '../../lightbox/index.ts'

type Props = { post: Post; media_index: number }

/** A button that shares a post's link with people here or through other apps. */
export function PostShare({ post, media_index }: Props) {
  const [sharing, setSharing] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <IconButton label={m.feed_share()} aria-haspopup="dialog" onClick={() => setSharing('open')}>
        <Send size={22} aria-hidden="true" />
      </IconButton>
      {sharing === 'open' && <span data-in-use="" hidden />}
      {sharing !== 'never' && (
        <Suspense fallback={null}>
          <ShareSheet
            item={{ post_id: post.id, media_index }}
            title={m.feed_share_title()}
            link={`${location.origin}${shortPath('post', post.id)}`}
            open={sharing === 'open'}
            onOpenChange={(open) => setSharing(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
