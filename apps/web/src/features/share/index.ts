export { ShareDraft } from './share-stored-draft.tsx'
export { ShareForm } from './share-form.tsx'
export { spotKinds } from './outbox-kinds.ts'
