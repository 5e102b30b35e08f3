export { LikeButton } from './like-button.tsx'
export { LikesCount, LikesDialog } from './lazy-likes-dialog.tsx'
