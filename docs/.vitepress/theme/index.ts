// VitePress's own theme with the fonts of the system: nothing is loaded for them.

import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
