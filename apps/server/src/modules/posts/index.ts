export { tellOfPosts } from './change-events.ts'
export { hidePostsOf, renameSpotPost, showPostsOf } from './change.queries.ts'
export { purgePostsOf } from './change-removal.service.ts'
export { createPost, type NewPost } from './posts.service.ts'
