/** The two typefaces, served from our own origin: Hanken Grotesk operates, Source Serif 4 is printed and quoted. */
import '@fontsource-variable/hanken-grotesk/index.css';
import '@fontsource-variable/source-serif-4/index.css';
