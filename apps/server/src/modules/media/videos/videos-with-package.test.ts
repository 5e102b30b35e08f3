import { testVideosWith } from '../../../../test/makers/videos-with.ts'
import { findAddon } from './ffmpeg-addon.ts'

testVideosWith('the package', findAddon())
