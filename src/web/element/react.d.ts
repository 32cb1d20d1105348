/**
 * React's JSX knows `<wazaba-analysis>` where this is referred to, in one file of the project:
 *
 *     /// <reference types="wazaba/react" />
 */

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { WazabaAnalysis, WazabaAnalysisAttributes } from "./element.js";

interface WazabaAnalysisProps extends HTMLAttributes<WazabaAnalysis>, WazabaAnalysisAttributes {
  /** React 19 listens to an element's own events by attributes of this form. */
  "onwazaba-info"?: (event: HTMLElementEventMap["wazaba-info"]) => void;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "wazaba-analysis": DetailedHTMLProps<WazabaAnalysisProps, WazabaAnalysis>;
    }
  }
}
