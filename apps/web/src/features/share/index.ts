export { ShareDraft } from './share-stored-draft.tsx'
export { ShareForm } from './share-form.tsx'
export { SharedSpotHost } from './shared-spot-host.tsx'
export { spotKinds } from './outbox-kinds.ts'
