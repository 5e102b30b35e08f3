export { SaveButton } from './save-button.tsx'
export { savedPostsQuery, savedSpotsQuery } from './saved-requests.ts'
