import { defineModule, STAYS } from '../../module.ts'
import { audit } from '../audit/index.ts'
import type { SpotHooks } from './deletion/remove-post.service.ts'
import { rollUpCounts } from './counts/counts-rollup.queries.ts'
import { postRoutes } from './posts.routes.ts'

export { postMover } from './move-posts.queries.ts'
export { removePostsOf } from './deletion/author-removal.service.ts'
export { publishPostEvent } from './post-events.ts'
export { renameSpotPost, renewSpotPosts } from './spot-posts.queries.ts'
export { hidePostsOf, showPostsOf } from './deletion/hide-posts.queries.ts'
export { findAnySpotOf } from './lock-posts.queries.ts'
export {
  hidePost,
  purgePostsOf,
  removePostIn,
  showPost,
  type SpotHooks,
} from './deletion/remove-post.service.ts'
export { createPost, type NewPost } from './sharing/create-post.service.ts'
export { type ImportedItem, importPost } from './sharing/imported-posts.service.ts'
export { insertItems } from './posts.queries.ts'
export { postsText, requireItem, requirePostText, requireShown } from './posts.service.ts'
export { readPersonPosts } from './person-posts.service.ts'
export { titleSentence } from './title-sentence.ts'
export { findPhotoLink, replaceLink } from './photo-link.queries.ts'
export { hiddenComments, hiddenLikes, hiddenCounts } from './counts/hidden-counts.queries.ts'
export { countQuietly, rollUpCounts } from './counts/counts-rollup.queries.ts'
export { JOIN_CREATOR, waitingCounts } from './post-json.queries.ts'

/** Functions from the spots module, which posts can't import because spots depend on posts. */
type PostOptions = { spots: SpotHooks }

/** The feed, posts with their photos and videos, and like and comment counts. */
export const posts = defineModule({
  name: 'posts',
  needs: ['db', 'reads'],
  uses: { audit },
  tables: { posts: 'until someone deletes it', post_media: STAYS.withContent },
  open: (_deps: object, options: PostOptions) => options,
  routes: [postRoutes],
  rollups: [
    {
      name: 'likes and comments',
      empties: ['counter_delta'],
      // Including the delays from the rollup and the stream, a like reaches every screen within a second.
      pauseSeconds: 0.4,
      run: ({ db }) => rollUpCounts(db),
    },
  ],
})
