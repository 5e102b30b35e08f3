import action from './action.module.css'
import appShell from './layout/app-shell.module.css'
import badge from './badge.module.css'
import card from './card.module.css'
import collapsibleText from './text/collapsible-text.module.css'
import dock from './layout/dock.module.css'
import field from './forms/field.module.css'
import headerBar from './layout/header-bar.module.css'
import iconButton from './icon-button.module.css'
import link from './link.module.css'
import listStates from './list-states.module.css'
import ply from './ply.module.css'
import sheet from './overlays/sheet.module.css'
import typeGlyph from './text/type-glyph.module.css'

/** UI component styles that features may apply to their own elements. Where possible, use the component instead. */
export const looks = {
  act: action.root,
  actCount: action.count,
  actLike: action.like,
  page: appShell.page,
  badge: badge.root,
  badgeTint: badge.tint,
  chip: badge.chip,
  card: card.root,
  sideCards: card.sideCards,
  moreText: collapsibleText.moreText,
  railBadge: dock.railBadge,
  field: field.root,
  fieldError: field.error,
  fieldHint: field.hint,
  fieldLabel: field.label,
  input: field.input,
  inputSlot: field.inputSlot,
  headerBar: headerBar.root,
  headerGap: headerBar.gap,
  headerRow: headerBar.row,
  headerTitle: headerBar.title,
  count: iconButton.count,
  countBadge: iconButton.countBadge,
  link: link.root,
  listState: listStates.state,
  ply: ply.root,
  sheetText: sheet.text,
  pin: typeGlyph.pin,
  pinShape: typeGlyph.pinShape,
  typeGlyph: typeGlyph.typeGlyph,
}
