export { createPost, type NewPost } from './posts.service.ts'
