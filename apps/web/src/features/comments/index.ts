export { AddFailed } from './add-failed.ts'
export { CommentsPanel, type CommentsPanelProps } from './comments-panel.tsx'
export { LikeToggle } from './like-toggle.tsx'
export { useThread } from './use-thread.tsx'
