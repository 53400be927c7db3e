import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type { MantineColorsTuple, VariantColorsResolver } from '@mantine/core';
import controls from './mantine.module.css';

/** Ten equal shades: a color that must not drift with Mantine's shade arithmetic. */
const flat = (hex: string): MantineColorsTuple => [hex, hex, hex, hex, hex, hex, hex, hex, hex, hex];

const petrol: MantineColorsTuple = [
  '#eef7f9',
  '#e3f0f3',
  '#bfdfe7',
  '#7cc6d6',
  '#4fa9bb',
  '#2c889b',
  '#1b6a7c',
  '#0f4c5c',
  '#0b3a47',
  '#0b2a33',
];
const gray: MantineColorsTuple = [
  '#f5f7f8',
  '#eef2f4',
  '#e2e8eb',
  '#cbd4d9',
  '#97a4ab',
  '#7f8e97',
  '#5f6f78',
  '#475861',
  '#2c3b43',
  '#14222a',
];
const dark: MantineColorsTuple = [
  '#e6edf0',
  '#b3c1c8',
  '#8c9ea7',
  '#55656d',
  '#33444b',
  '#26343a',
  '#1a2529',
  '#141d21',
  '#0d1417',
  '#090f11',
];

/** Fill, hovered fill and label of each color that may be filled, as token names. */
const fills: Record<string, [fill: string, hover: string, label: string]> = {
  petrol: ['--primary', '--primary-hover', '--on-primary'],
  rose: ['--accent', '--accent-hover', '--on-accent'],
  bad: ['--bad-fill', '--bad-fill', '--on-bad'],
};

/**
 * Filled controls take fill and label from the tokens of the running scheme. Mantine's own contrast choice
 * judges by the light shade only and would put white on pale petrol in dark.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const base = defaultVariantColorsResolver(input);
  const name = (input.color ?? input.theme.primaryColor).split('.')[0] ?? '';
  const fill = fills[name];
  if (fill && input.variant === 'filled') {
    return { ...base, background: `var(${fill[0]})`, hover: `var(${fill[1]})`, color: `var(${fill[2]})` };
  }
  if (name === 'petrol' && (input.variant === 'subtle' || input.variant === 'transparent')) {
    return { ...base, color: 'var(--primary-text)', hover: 'var(--hover)', hoverColor: 'var(--primary-text)' };
  }
  if (name === 'petrol' && input.variant === 'light') {
    return {
      ...base,
      background: 'var(--primary-soft)',
      hover: 'var(--primary-soft)',
      color: 'var(--primary-text)',
      border: '1px solid var(--primary-line)',
    };
  }
  return base;
};

/** Mantine spoken in our tokens: what Mantine draws looks like what our own parts draw. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  black: '#14222a',
  colors: { petrol, gray, dark, rose: flat('#ef5399'), bad: flat('#b3261e') },
  variantColorResolver,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '21px' },
  lineHeights: { xs: '16px', sm: '18px', md: '21px', lg: '24px', xl: '28px' },
  fontWeights: { regular: '420', medium: '540', bold: '620' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '14px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  breakpoints: { xs: '30em', sm: '44em', md: '64em', lg: '80em', xl: '105em' },
  headings: {
    fontFamily: 'var(--font-ui)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '21px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '24px' },
      h4: { fontSize: '13px', lineHeight: '18px' },
    },
  },
  components: {
    Button: {
      vars: (_theme: unknown, props: { size?: string }) => {
        const heights: Record<string, [string, string, string]> = {
          xs: ['var(--h-control-sm)', '10px', '13px'],
          sm: ['var(--h-control)', '14px', '13px'],
          md: ['var(--h-control)', '14px', '13px'],
          lg: ['var(--h-control-lg)', '20px', '14px'],
        };
        const size = heights[props.size ?? 'sm'];
        return size
          ? { root: { '--button-height': size[0], '--button-padding-x': size[1], '--button-fz': size[2] } }
          : { root: {} };
      },
      classNames: { root: controls.button ?? '' },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      classNames: { root: controls.actionIcon ?? '' },
    },
    Input: { classNames: { input: controls.input ?? '' } },
    InputWrapper: {
      classNames: {
        label: controls.label ?? '',
        description: controls.description ?? '',
        error: controls.error ?? '',
      },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--on-primary)' }, classNames: { input: controls.tick ?? '' } },
    CheckboxIndicator: { defaultProps: { iconColor: 'var(--on-primary)' } },
    Radio: { defaultProps: { iconColor: 'var(--on-primary)' }, classNames: { radio: controls.tick ?? '' } },
    RadioIndicator: { defaultProps: { iconColor: 'var(--on-primary)' } },
    Switch: { classNames: { track: controls.switchTrack ?? '', thumb: controls.switchThumb ?? '' } },
    SegmentedControl: {
      defaultProps: { color: 'petrol' },
      styles: { label: { '--sc-label-color': 'var(--on-primary)' } },
      classNames: { root: controls.segmented ?? '', label: controls.segmentedLabel ?? '' },
    },
    Stepper: { defaultProps: { iconColor: 'var(--on-primary)' } },
    Menu: {
      defaultProps: { position: 'bottom-end', shadow: 'md', radius: 'md', transitionProps: { duration: 160 } },
      classNames: { dropdown: controls.menu ?? '', item: controls.menuItem ?? '', label: controls.menuLabel ?? '' },
    },
    Combobox: { classNames: { dropdown: controls.menu ?? '', option: controls.menuItem ?? '' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' }, classNames: { dropdown: controls.menu ?? '' } },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 90 } },
      classNames: { tooltip: controls.tooltip ?? '' },
    },
    Modal: {
      defaultProps: { radius: 'lg', shadow: 'xl', centered: true, transitionProps: { duration: 240 } },
      classNames: { content: controls.dialog ?? '', overlay: controls.scrim ?? '', header: controls.dialogHead ?? '' },
    },
    Drawer: {
      defaultProps: { shadow: 'xl', transitionProps: { duration: 240 } },
      classNames: { content: controls.dialog ?? '', overlay: controls.scrim ?? '', header: controls.dialogHead ?? '' },
    },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 }, classNames: { th: controls.th ?? '' } },
  },
});
