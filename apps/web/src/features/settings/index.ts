export { ExportSection } from './account/export-section.tsx'
export { DeleteAccountSection } from './account/delete-account-section.tsx'
export { ProofHost } from './proofs/proof-host.tsx'
export { CardState, Section } from './section.tsx'
export { SessionsSection } from './sessions/sessions-section.tsx'
export { SettingsScreen } from './settings-screen.tsx'
/** The styles of the settings cards, for screens that share their look. */
export { default as settingsLook } from './settings.module.css'
