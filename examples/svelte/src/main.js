import { mount } from "svelte";
import "wazaba/element";
import App from "./App.svelte";

mount(App, { target: document.getElementById("root") });
