//! The film of a shot: where both Mighty Beanz are, sixty times a second, until they rest or have left the table.

use rapier2d::prelude::*;

use crate::bean::{Bean, HALF};
use crate::tip::Tip;
use crate::{Shot, wobble};

/// No film has more frames than this: three seconds and the frame before them.
pub const FRAMES: usize = 181;
/// Steps of the physics in a frame. The strongest flick goes two millimetres in one.
const STEPS: usize = 16;
/// The fixed time step, in seconds.
const STEP: f32 = 1.0 / (60 * STEPS) as f32;

/// One step of aim, in radians.
pub const AIM: f32 = 0.023;
/// The speed of a flick, in millimetres a second: of any, and what each strength adds.
const SPEED: f32 = 300.0;
const SPEED_STEP: f32 = 90.0;

/// Where a Mighty Bean is, seen from above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Millimetres to the right of straight ahead.
    pub x: f32,
    /// Millimetres from the shooter.
    pub y: f32,
    /// How far its head is turned to the left of straight ahead, in radians.
    pub turn: f32,
}

/// A sixtieth of a second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// The Mighty Bean that was flicked. It lies, and its pose is its middle.
    pub shooter: Pose,
    /// The one it was flicked at: the middle of what is seen of it from above, and the way its head leans.
    pub target: Pose,
    /// How far the target has tipped: 0 stands, 1 lies.
    pub lean: f32,
}

/// What everyone at the table sees of a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// Sixty a second, the first before anything moves.
    pub frames: Vec<Frame>,
    /// The target was knocked down.
    pub hit: bool,
}

/// The film of this shot, the same for the same shot on every machine.
pub fn film(shot: Shot) -> Film {
    // The solver takes contacts in an order that a mirror turns round, so half of the shots are filmed in a mirror:
    // then left and right are exactly as good.
    let twin = shot.mirrored();
    let film = if (shot.off(), shot.wobble()) < (twin.off(), twin.wobble()) {
        play(twin).mirrored()
    } else {
        play(shot)
    };
    film.turned(f32::from(shot.lie().side()) * AIM)
}

impl Film {
    fn mirrored(mut self) -> Film {
        let mirror = |pose: &mut Pose| (pose.x, pose.turn) = (-pose.x, -pose.turn);
        for frame in &mut self.frames {
            mirror(&mut frame.shooter);
            mirror(&mut frame.target);
        }
        self
    }

    /// The same film turned to the right around the shooter.
    fn turned(mut self, by: f32) -> Film {
        let (sin, cos) = (libm::sinf(by), libm::cosf(by));
        let turn = |pose: &mut Pose| {
            let Pose { x, y, turn } = *pose;
            *pose = Pose { x: x * cos + y * sin, y: y * cos - x * sin, turn: turn - by };
        };
        if by != 0.0 {
            for frame in &mut self.frames {
                turn(&mut frame.shooter);
                turn(&mut frame.target);
            }
        }
        self
    }
}

/// Filmed with the target straight ahead.
fn play(shot: Shot) -> Film {
    let stray = wobble::stray(shot);
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::ZERO;
    world.integration_parameters.dt = STEP;
    world.integration_parameters.length_unit = 10.0;

    let turn = -(f32::from(shot.off()) * AIM + stray.turn);
    let speed = (SPEED + SPEED_STEP * f32::from(shot.strength())) * stray.pace;
    let mut shooter = Bean::shooter(&mut world, turn, speed);
    let mut target = Bean::target(&mut world, shot.lie().millimetres());
    let (mut tip, mut struck) = (Tip::default(), false);

    let mut frames = vec![frame(&world, &shooter, &target, tip)];
    while frames.len() < FRAMES {
        for _ in 0..STEPS {
            if !struck {
                shooter.bend(&mut world, stray.bend, STEP);
            }
            let before = target.speed(&world);
            world.step();
            let jolt = target.speed(&world) - before;
            if jolt != Vector::ZERO {
                struck = true;
                if tip.upright() {
                    target.face(&mut world, jolt);
                }
                tip.push(jolt.length());
            }
            let leaned = tip.lean;
            tip.pass(STEP);
            if tip.lean != leaned {
                target.lean(&mut world, tip.lean);
            }
            for bean in [&mut shooter, &mut target] {
                bean.brake(&mut world, STEP);
                bean.watch_edge(&mut world);
            }
        }
        let now = frame(&world, &shooter, &target, tip);
        let moved = frames.last() != Some(&now);
        frames.push(now);
        // A Bean that rocks is for a moment where it was before.
        if !moved && (tip.fallen() || tip.upright()) {
            break;
        }
    }
    Film { frames, hit: tip.fallen() }
}

fn frame(world: &PhysicsWorld, shooter: &Bean, target: &Bean, tip: Tip) -> Frame {
    let (at, turn) = shooter.place(world);
    let shooter = Pose { x: at.x, y: at.y, turn };
    let (foot, turn) = target.place(world);
    let middle = foot + Rotation::new(turn) * Vector::new(0.0, HALF * tip.lean);
    Frame { shooter, target: Pose { x: middle.x, y: middle.y, turn }, lean: tip.lean }
}
