/**
 * JSX types of `<wazaba-analysis>` for React. Refer to them in one file of the project:
 *
 *     /// <reference types="wazaba/react" />
 */

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { WazabaAnalysis, WazabaAnalysisAttributes } from "./element.js";

interface WazabaAnalysisProps extends HTMLAttributes<WazabaAnalysis>, WazabaAnalysisAttributes {
  /** React 19 listens to custom events by attributes of this form. */
  "onwazaba-info"?: (event: HTMLElementEventMap["wazaba-info"]) => void;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "wazaba-analysis": DetailedHTMLProps<WazabaAnalysisProps, WazabaAnalysis>;
    }
  }
}
